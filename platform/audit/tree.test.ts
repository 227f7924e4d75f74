import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  emptyRoot,
  growTree,
  isConsistent,
  isIncluded,
  leafHash,
  nodeHash,
  proveConsistency,
  proveInclusion,
  type FindSubtree,
} from './tree.ts'

// The tree of Certificate Transparency's own tests (google/certificate-transparency, merkletree), which others use too.
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

/** The definition of RFC 6962, literally. */
const defined = (hashes: readonly Buffer[]): Buffer => {
  if (hashes.length <= 1) return hashes[0] ?? emptyRoot
  let split = 1
  while (split * 2 < hashes.length) split *= 2
  return nodeHash(defined(hashes.slice(0, split)), defined(hashes.slice(split)))
}
const made = (count: number) =>
  Array.from({ length: count }, (_none, at) => leafHash(createHash('sha256').update(String(at)).digest()))
const findIn =
  (hashes: readonly Buffer[]): FindSubtree =>
  async (height, index) =>
    defined(hashes.slice(index * 2 ** height, (index + 1) * 2 ** height))

test('the roots of Certificate Transparency’s test tree', () => {
  const tree = growTree()
  expect(tree.root()).toEqual(createHash('sha256').digest())
  expect(
    leaves.map((leaf) => {
      tree.push(leafHash(Buffer.from(leaf, 'hex')))
      return tree.root().toString('hex')
    }),
  ).toEqual(roots)
})

test('a growing tree has the root of its definition, and reports each completed subtree', () => {
  const hashes = made(600)
  const whole = new Map<string, string>()
  const tree = growTree(({ height, index, hash }) => whole.set(`${height} ${index}`, hash.toString('hex')))
  for (const [at, hash] of hashes.entries()) {
    tree.push(hash)
    if (at % 37 === 0) expect(tree.root()).toEqual(defined(hashes.slice(0, at + 1)))
  }
  expect(whole.get('8 1')).toBe(defined(hashes.slice(256, 512)).toString('hex'))
  expect([...whole.keys()].filter((name) => name.startsWith('8 '))).toEqual(['8 0', '8 1'])
})

test('every leaf is proved in every tree, and no other leaf is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 300 }), fc.nat(), fc.nat(), async (size, at, bit) => {
      const hashes = made(size)
      const index = at % size
      const root = defined(hashes)
      const path = await proveInclusion(index, size, findIn(hashes))
      const shown = { index, size, leaf: hashes[index]!, root }
      expect(isIncluded(shown, path)).toBe(true)
      expect(isIncluded({ ...shown, index: (index + 1) % (size + 1) }, path)).toBe(false)
      expect(isIncluded({ ...shown, leaf: leafHash(Buffer.from('other')) }, path)).toBe(false)
      expect(isIncluded(shown, [...path, root])).toBe(false)
      if (path.length === 0) return
      expect(isIncluded(shown, path.slice(1))).toBe(false)
      const changed = path.map((hash, nth) => (nth === bit % path.length ? nodeHash(hash, hash) : hash))
      expect(isIncluded(shown, changed)).toBe(false)
    }),
    { numRuns: 60 },
  )
})

test('every tree is proved to be a prefix of each larger one, and no other is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 300 }), fc.nat(), fc.nat(), async (size, at, bit) => {
      const hashes = made(size)
      const from = 1 + (at % size)
      const proof = await proveConsistency(from, size, findIn(hashes))
      const shown = { from, fromRoot: defined(hashes.slice(0, from)), size, root: defined(hashes) }
      expect(isConsistent(shown, proof)).toBe(true)
      expect(isConsistent({ ...shown, fromRoot: nodeHash(shown.root, shown.root) }, proof)).toBe(false)
      expect(isConsistent({ ...shown, root: nodeHash(shown.root, shown.root) }, proof)).toBe(false)
      expect(isConsistent(shown, [...proof, shown.root])).toBe(false)
      if (proof.length === 0) return
      const changed = proof.map((hash, nth) => (nth === bit % proof.length ? nodeHash(hash, hash) : hash))
      expect(isConsistent(shown, changed)).toBe(false)
    }),
    { numRuns: 60 },
  )
})

test('a proof for a leaf or size outside the tree is refused', async () => {
  await expect(proveInclusion(3, 3, findIn(made(3)))).rejects.toThrow('has no leaf 3')
  await expect(proveConsistency(4, 3, findIn(made(3)))).rejects.toThrow('does not begin with 4')
  const root = defined(made(3))
  expect(isIncluded({ index: 3, size: 3, leaf: root, root }, [])).toBe(false)
  expect(isConsistent({ from: 0, fromRoot: emptyRoot, size: 3, root }, [])).toBe(false)
})
