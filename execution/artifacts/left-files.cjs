// Inside a sandbox, in the worktree: lists the files that fit patterns and were written since a time, or prints some.
// Its output is not trusted outside; it bounds its own work, so that a worktree of any size costs seconds.
const fs = require('node:fs')
const { closeSync, constants, fstatSync, lstatSync, openSync, readSync, readdirSync, writeSync } = fs

const entriesMost = 200_000
const depthMost = 40
const pathMostChars = 1_000
const chunkBytes = 64 * 1024

const asked = JSON.parse(fs.readFileSync(0, 'utf8'))

/** `*` matches any characters of one name, `**` any folders. */
const patternOf = (pattern) => {
  const source = pattern
    .split('/')
    .map((part, at, { length }) => {
      if (part === '**') return at === length - 1 ? '.+' : '(?:[^/]+/)*'
      const name = part.split(/\*+/).map(escaped).join('[^/]*')
      return at === length - 1 ? name : `${name}/`
    })
    .join('')
  return new RegExp(`^${source}$`, 's')
}
const escaped = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Whether a path below a folder may fit: each of its names fits the part of the pattern at its place. */
const folderTest = (pattern) => {
  const parts = pattern.split('/')
  const any = parts.indexOf('**')
  const above = parts.slice(0, any === -1 ? -1 : any).map(patternOf)
  return (names) =>
    (any !== -1 || names.length <= above.length) &&
    names.slice(0, above.length).every((name, at) => above[at].test(name))
}

const list = ({ patterns, sinceMs, most }) => {
  const [fits, folders] = [patterns.map(patternOf), patterns.map(folderTest)]
  const files = []
  let entries = 0
  let more = false
  const visit = (names) => {
    const folder = names.join('/') || '.'
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if ((entries += 1) > entriesMost || files.length >= most) {
        more = true
        return
      }
      const inside = [...names, entry.name]
      if (entry.isDirectory()) {
        if (entry.name !== '.git' && inside.length < depthMost && folders.some((hold) => hold(inside))) visit(inside)
      } else if (entry.isFile()) add(inside.join('/'))
    }
  }
  const add = (path) => {
    if (!fits.some((pattern) => pattern.test(path))) return
    const { ctimeMs, size } = lstatSync(path)
    if (ctimeMs < sinceMs) return
    if (path.length > pathMostChars) more = true
    else files.push({ path, sizeBytes: size })
  }
  visit([])
  print(Buffer.from(JSON.stringify({ files, more })))
}

/** Each file as a line with its size and then its bytes; -1 for one that cannot be read or is no plain file. */
const read = ({ paths, fileMostBytes }) => {
  for (const path of paths) {
    const file = open(path)
    const status = file === undefined ? undefined : fstatSync(file)
    if (!status?.isFile() || status.size > fileMostBytes) print(Buffer.from('-1\n'))
    else copy(file, status.size)
    if (file !== undefined) closeSync(file)
  }
}

const open = (path) => {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
}

const copy = (file, size) => {
  print(Buffer.from(`${size}\n`))
  const chunk = Buffer.alloc(chunkBytes)
  for (let at = 0; at < size;) {
    const count = readSync(file, chunk, 0, Math.min(chunkBytes, size - at), at)
    if (count === 0) process.exit(1)
    print(chunk.subarray(0, count))
    at += count
  }
}

const print = (bytes) => {
  for (let at = 0; at < bytes.length;) at += write(bytes, at)
}

const write = (bytes, at) => {
  try {
    return writeSync(1, bytes, at)
  } catch (error) {
    if (error.code !== 'EAGAIN') throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    return 0
  }
}

if ('patterns' in asked) list(asked)
else read(asked)
