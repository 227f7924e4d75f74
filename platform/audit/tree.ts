import { hash } from 'node:crypto'

const hashBytes = 32

/** Returns the leaf's hash, 32 bytes: SHA-256 over 0x00 and the leaf. Source: RFC 6962, section 2.1; decisions/0029. */
export const leafHash = (leaf: Buffer): Buffer => sha256(Buffer.concat([leafPrefix, leaf]))

/** Hash of a node over two nodes of 32 bytes each: SHA-256 over 0x01 and both. Source: RFC 6962, section 2.1. */
export const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.concat([nodePrefix, left, right], 65))

const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer')
const leafPrefix = Buffer.of(0)
const nodePrefix = Buffer.of(1)
/** The root of a tree without leaves: SHA-256 over nothing. */
export const emptyRoot = hash('sha256', '', 'buffer')

/** A whole subtree: 2^height leaves, the first of them at index × 2^height. */
export interface Subtree {
  readonly height: number
  readonly index: number
  readonly hash: Buffer
}

/** A tree that grows at its right side, as the whole subtrees that cover it, largest first: one per bit of its size. */
export interface GrowingTree {
  size(): number
  /** Puts a whole subtree behind the present leaves; a leaf's hash is one of height 0. */
  push(hash: Buffer, height?: number): void
  root(): Buffer
}

/** An empty tree. Calls `onWhole` with every subtree that a push completes. */
export const growTree = (onWhole: (subtree: Subtree) => void = () => undefined): GrowingTree => {
  const cover: { readonly height: number; readonly hash: Buffer }[] = []
  let size = 0
  return {
    size: () => size,
    push: (pushed, height = 0) => {
      size += 2 ** height
      let top = { height, hash: pushed }
      for (let left = cover.at(-1); left?.height === top.height; left = cover.at(-1)) {
        cover.pop()
        top = { height: top.height + 1, hash: nodeHash(left.hash, top.hash) }
        onWhole({ ...top, index: size / 2 ** top.height - 1 })
      }
      cover.push(top)
    },
    root: () =>
      size === 0 ? emptyRoot : cover.map((each) => each.hash).reduceRight((right, left) => nodeHash(left, right)),
  }
}

/** Returns the hash of a whole subtree. */
export type FindSubtree = (height: number, index: number) => Promise<Buffer>

/** Hash of the leaves from `from` up to `to` as a tree of their own. Source: RFC 6962, section 2.1. */
const treeHash = async (from: number, to: number, find: FindSubtree): Promise<Buffer> => {
  const size = to - from
  const height = Math.log2(size)
  if (Number.isInteger(height) && from % size === 0) return find(height, from / size)
  const middle = from + splitOf(size)
  return nodeHash(await treeHash(from, middle, find), await treeHash(middle, to, find))
}

/** The largest power of two below a size. */
const splitOf = (size: number): number => 2 ** Math.ceil(Math.log2(size) - 1)

/** Proves leaf `index`, from 0, of `size` leaves: hashes up to the root. Source: RFC 6962, section 2.1.1. */
export const proveInclusion = async (index: number, size: number, find: FindSubtree): Promise<readonly Buffer[]> => {
  if (!(index >= 0 && index < size)) throw new RangeError(`A tree of ${size} leaves has no leaf ${index}`)
  const path: Buffer[] = []
  let from = 0
  let to = size
  while (to - from > 1) {
    const middle = from + splitOf(to - from)
    const isLeft = index < middle
    path.unshift(await (isLeft ? treeHash(middle, to, find) : treeHash(from, middle, find)))
    ;[from, to] = isLeft ? [from, middle] : [middle, to]
  }
  return path
}

/** Proves that the tree of `from` leaves begins the tree of `size` leaves. Source: RFC 6962, section 2.1.2. */
export const proveConsistency = async (from: number, size: number, find: FindSubtree): Promise<readonly Buffer[]> => {
  if (!(from >= 1 && from <= size)) throw new RangeError(`A tree of ${size} leaves does not begin with ${from}`)
  const proof: Buffer[] = []
  let left = 0
  let right = size
  let isWhole = true
  while (from !== right) {
    const middle = left + splitOf(right - left)
    const isLeft = from <= middle
    proof.unshift(await (isLeft ? treeHash(middle, right, find) : treeHash(left, middle, find)))
    ;[left, right] = isLeft ? [left, middle] : [middle, right]
    isWhole &&= isLeft
  }
  return isWhole ? proof : [await treeHash(left, right, find), ...proof]
}

/** Whether a proof leads from a leaf's hash to a root. Source: RFC 9162, section 2.1.3.2. */
export const isIncluded = (
  { index, size, leaf, root }: { index: number; size: number; leaf: Buffer; root: Buffer },
  path: readonly Buffer[],
): boolean => {
  if (!(index >= 0 && index < size) || path.some((each) => each.length !== hashBytes)) return false
  let at = index
  let last = size - 1
  let hash = leaf
  for (const other of path) {
    if (last === 0) return false
    const isRight = at % 2 === 1 || at === last
    hash = isRight ? nodeHash(other, hash) : nodeHash(hash, other)
    // A node without a neighbour is its own parent on the levels above, up to the level with a neighbour.
    while (isRight && at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && hash.equals(root)
}

const half = (value: number) => Math.floor(value / 2)

/** True if a proof shows that the smaller tree is the beginning of the larger. Source: RFC 9162, section 2.1.4.2. */
export const isConsistent = (
  { from, fromRoot, size, root }: { from: number; fromRoot: Buffer; size: number; root: Buffer },
  proof: readonly Buffer[],
): boolean => {
  if (!(from >= 1 && from <= size) || proof.some((each) => each.length !== hashBytes)) return false
  if (from === size) return proof.length === 0 && fromRoot.equals(root)
  const path = Number.isInteger(Math.log2(from)) ? [fromRoot, ...proof] : [...proof]
  let at = from - 1
  let last = size - 1
  while (at % 2 === 1) [at, last] = [half(at), half(last)]
  const first = path.shift()
  if (!first) return false
  let before = first
  let after = first
  for (const other of path) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      ;[before, after] = [nodeHash(other, before), nodeHash(other, after)]
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else after = nodeHash(after, other)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && before.equals(fromRoot) && after.equals(root)
}
