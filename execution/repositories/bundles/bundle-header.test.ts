import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { looksLikeBundle, parseBundleHeader, readBundleHeader } from './bundle-header.ts'

const fixture = join(import.meta.dirname, '../../../testing/repositories/fixtures/tinyqueue.bundle')
const sha = 'abe2b88f3c994263ae92c6453c71c6c2c4d71e0b'
const pack = Buffer.from('PACK\0\0\0\x02\0\0\0\x05rest', 'latin1')
const parse = (text: string, rest = pack) => parseBundleHeader(Buffer.concat([Buffer.from(text), rest]))

test('a real bundle’s header is read', async () => {
  expect(await readBundleHeader(fixture)).toMatchObject({
    refs: [
      { name: 'HEAD', sha },
      { name: 'refs/heads/main', sha },
    ],
    prerequisites: [],
    capabilities: [],
  })
})

test('version 3 with SHA-1 names is accepted', () => {
  const header = parse(`# v3 git bundle\n@object-format=sha1\n${sha} refs/heads/main\n\n`)
  expect(header).toMatchObject({ refs: [{ name: 'refs/heads/main', sha }], objects: 5 })
})

test.each([
  ['not_a_bundle', 'PK\x03\x04'],
  ['not_a_bundle', ''],
  ['not_a_bundle', '# v4 git bundle\n\n'],
  ['not_a_bundle', `# v3 git bundle\n@future=1\n${sha} refs/heads/main\n\n`],
  ['object_format', `# v3 git bundle\n@object-format=sha256\n${sha}${sha.slice(0, 24)} refs/heads/main\n\n`],
  ['incomplete_history', `# v3 git bundle\n@filter=blob:none\n${sha} refs/heads/main\n\n`],
  ['incomplete_history', `# v2 git bundle\n-${sha} a comment\n${sha} refs/heads/main\n\n`],
  ['empty', '# v2 git bundle\n\n'],
  ['corrupt', `# v2 git bundle\n${sha} refs/heads/../x\n\n`],
  ['corrupt', `# v2 git bundle\n${sha.slice(1)} refs/heads/main\n\n`],
  ['corrupt', `# v2 git bundle\n${sha} --upload-pack=x\n\n`],
])('%s: %j', (rule, text) => expect(parse(text)).toMatchObject({ rule, path: 'bundle', message: expect.any(String) }))

test('the header must be followed by a pack with objects', () => {
  const start = `# v2 git bundle\n${sha} refs/heads/main\n\n`
  expect(parse(start, Buffer.from('PACK'))).toMatchObject({ rule: 'truncated' })
  expect(parse(start, Buffer.alloc(40))).toMatchObject({ rule: 'corrupt' })
  expect(parse(start, Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1'))).toMatchObject({ rule: 'empty' })
})

test('an endless header is refused without buffering it', () => {
  const endless = Buffer.alloc(4 * 1024 * 1024, `${sha} refs/heads/x\n`)
  endless.write('# v2 git bundle\n')
  expect(parseBundleHeader(endless)).toMatchObject({ rule: 'too_large' })
})

test('every beginning of a bundle is refused or has the whole header', () => {
  const whole = readFileSync(fixture)
  const end = whole.indexOf('\n\n') + 2 + 12
  fc.assert(
    fc.property(fc.integer({ min: 0, max: end + 100 }), (length) => {
      const header = parseBundleHeader(whole.subarray(0, length))
      expect('rule' in header).toBe(length < end)
      if ('rule' in header) expect(header.rule).toBe(length < 16 ? 'not_a_bundle' : 'truncated')
    }),
  )
})

test('the parser does not throw on any bytes', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, signed) => {
      const whole = Buffer.concat([Buffer.from(signed ? '# v2 git bundle\n' : ''), bytes])
      expect(parseBundleHeader(whole)).toHaveProperty('rule')
      expect(looksLikeBundle(whole)).toBe(signed)
    }),
  ))
