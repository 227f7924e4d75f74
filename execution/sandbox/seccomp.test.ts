import fc from 'fast-check'
import { expect, test } from 'vitest'
import { syscallFilter } from './seccomp.ts'

const audit = { x64: 0xc000003e, arm64: 0xc00000b7 }
const allow = 0x7fff0000
const pretend = 0x00050000

/** Runs the filter as the kernel does (classic BPF over struct seccomp_data). */
const verdict = (
  architecture: 'x64' | 'arm64',
  number: number,
  args: readonly number[],
  { tag = audit[architecture], memoryFiles = true } = {},
) => {
  const { program } = syscallFilter(architecture, { memoryFiles })!
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number, 0)
  data.writeUInt32LE(tag, 4)
  for (const [at, value] of args.entries()) data.writeBigUInt64LE(BigInt(value), 16 + 8 * at)
  let accumulator = 0
  for (let at = 0; at < program.length / 8; at += 1) {
    const code = program.readUInt16LE(at * 8)
    const operand = program.readUInt32LE(at * 8 + 4)
    if (code === 0x06) return operand
    if (code === 0x20) accumulator = data.readUInt32LE(operand)
    else {
      const isTrue =
        code === 0x15
          ? accumulator === operand
          : code === 0x25
            ? accumulator > operand
            : code === 0x35
              ? accumulator >= operand
              : (accumulator & operand) !== 0
      at += program.readUInt8(at * 8 + (isTrue ? 2 : 3))
    }
  }
  throw new Error('The filter ends without an answer.')
}

const errno = (answer: number) => answer - 0x00050000

const calls = {
  x64: {
    socket: 41,
    chmod: 90,
    openat: 257,
    open: 2,
    ioctl: 16,
    keyctl: 250,
    ring: 425,
    read: 0,
    fcntl: 72,
    prlimit: 302,
    setrlimit: 160,
    setxattr: 188,
  },
  arm64: {
    socket: 198,
    chmod: 52,
    openat: 56,
    open: -1,
    ioctl: 29,
    keyctl: 219,
    ring: 425,
    read: 63,
    fcntl: 25,
    prlimit: 261,
    setrlimit: 164,
    setxattr: 5,
  },
}

test.each(['x64', 'arm64'] as const)('%s: the filter answers every system call number', (architecture) =>
  fc.assert(
    fc.property(fc.nat(600), fc.array(fc.nat(), { maxLength: 6 }), (number, args) => {
      expect([allow, pretend, 0x00050001, 0x00050026, 0x0005005f, 0x00050061]).toContain(
        verdict(architecture, number, args),
      )
    }),
    { numRuns: 500 },
  ),
)

test.each(['x64', 'arm64'] as const)('%s: the filter refuses the listed calls with their errors', (architecture) => {
  const call = calls[architecture]
  expect(verdict(architecture, call.read, [])).toBe(allow)
  expect(errno(verdict(architecture, call.keyctl, []))).toBe(1)
  expect(errno(verdict(architecture, call.ring, []))).toBe(38)
  expect([1, 2, 10, 16].map((family) => verdict(architecture, call.socket, [family]))).toEqual([
    allow,
    allow,
    allow,
    allow,
  ])
  expect([0, 3, 17, 38, 40, 44].map((family) => errno(verdict(architecture, call.socket, [family])))).toEqual(
    Array(6).fill(97),
  )
  const requests = [0x5412, 0x541c, 0x40086602, 0x40046602, 0x401c5820]
  expect(requests.map((request) => errno(verdict(architecture, call.ioctl, [0, request])))).toEqual(Array(5).fill(1))
  expect([1024, 1026].map((command) => errno(verdict(architecture, call.fcntl, [0, command])))).toEqual([1, 1])
  expect([0, 1, 2, 3, 4, 1025, 1030].map((command) => verdict(architecture, call.fcntl, [0, command]))).toEqual(
    Array(7).fill(allow),
  )
  expect(errno(verdict(architecture, call.setxattr, []))).toBe(95)
  expect(verdict(architecture, call.ioctl, [0, 0x5413])).toBe(allow)
})

test.each(['x64', 'arm64'] as const)(
  '%s: a new limit on core dumps changes nothing; others are set',
  (architecture) => {
    const { prlimit, setrlimit } = calls[architecture]
    const core = 4
    expect([0x1000, 2 ** 32, 2 ** 40].map((address) => verdict(architecture, prlimit, [0, core, address]))).toEqual(
      Array(3).fill(pretend),
    )
    expect(verdict(architecture, setrlimit, [core, 0x1000])).toBe(pretend)
    expect(verdict(architecture, prlimit, [0, core, 0, 0x1000])).toBe(allow)
    for (const other of [0, 1, 7, 15]) {
      expect(verdict(architecture, prlimit, [0, other, 0x1000])).toBe(allow)
      expect(verdict(architecture, setrlimit, [other, 0x1000])).toBe(allow)
    }
  },
)

test.each(['x64', 'arm64'] as const)('%s: the filter refuses exactly the modes with a set-id bit', (architecture) =>
  fc.assert(
    fc.property(fc.nat(0o7777), (mode) => {
      const isSetId = (mode & 0o6000) !== 0
      const { chmod, openat } = calls[architecture]
      expect(verdict(architecture, chmod, [0, mode])).toBe(isSetId ? 0x00050001 : allow)
      expect(verdict(architecture, openat, [0, 0, 0o100, mode])).toBe(isSetId ? 0x00050001 : allow)
      // Without O_CREAT the fourth argument is an old value of the register.
      expect(verdict(architecture, openat, [0, 0, 0, mode])).toBe(allow)
    }),
  ),
)

test.each([
  ['x64', 319],
  ['arm64', 279],
] as const)('%s: the filter refuses files in memory if it is asked to', (architecture, memfdCreate) => {
  for (const call of [memfdCreate, 447]) {
    expect(verdict(architecture, call, [])).toBe(allow)
    expect(errno(verdict(architecture, call, [], { memoryFiles: false }))).toBe(38)
  }
  expect(verdict(architecture, calls[architecture].read, [], { memoryFiles: false })).toBe(allow)
})

test.each([
  ['x64', 334],
  ['arm64', 294],
] as const)('%s: the filter refuses calls that mount and every call that is not listed', (architecture, last) => {
  expect(verdict(architecture, last, [])).toBe(allow)
  for (const call of [last + 1, 400, 423, 428, 433, 442, 443, 467, 470, 471, 500, 1_000, 100_000])
    expect(errno(verdict(architecture, call, []))).toBe(38)
  expect([424, 434, 435, 441, 444, 450, 462, 468].map((call) => verdict(architecture, call, []))).toEqual(
    Array(8).fill(allow),
  )
})

test.each(['x64', 'arm64'] as const)('%s: inode flags cannot be set by file_setattr', (architecture) =>
  expect(errno(verdict(architecture, 469, [0, 0x1000, 0x2000, 24]))).toBe(95),
)

test('calls of another architecture and of the x32 ABI are refused', () => {
  expect(errno(verdict('x64', 0, [], { tag: 0x40000003 }))).toBe(38)
  expect(errno(verdict('x64', 0x40000000, []))).toBe(38)
  expect(syscallFilter('riscv64')).toBeUndefined()
})
