/** One classic BPF instruction: code, jump if true, jump if false, operand. Source: Linux filter.h, seccomp(2). */
type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, operand: number]

interface Architecture {
  audit: number
  /** Ranges of numbers, first and last, of the calls that may be made; every other number is refused. */
  allowed: readonly (readonly [first: number, last: number])[]
  /** Calls within `allowed` that are refused. */
  refused: readonly number[]
  /** Calls that set or remove an extended attribute or an inode flag. */
  attributes: readonly number[]
  /** Calls that make files in memory, which no process's share shows: memfd_create, memfd_secret. */
  memoryFiles: readonly number[]
  socket: number
  ioctl: number
  fcntl: number
  prlimit: number
  setrlimit: number
  /** Calls that set a file's mode, with the place of the mode among their arguments, and of the flags if there are. */
  modes: readonly { number: number; mode: number; flags?: number }[]
  /** Numbers needed to apply the filter where bubblewrap does not do it. */
  prctl: number
  sethostname: number
}

// The calls that both processors number alike: pidfd_send_signal; then pidfd_open, clone3 and close_range; then from
// pidfd_getfd to epoll_pwait2; Landlock and what follows, up to file_setattr of Linux 6.17, without the calls that mount.
const sharedRanges = [
  [424, 424],
  [434, 441],
  [444, 466],
  [468, 469],
] as const

// Refused are, in this order: add_key, request_key, keyctl, bpf, perf_event_open, userfaultfd, syslog, open_by_handle_at,
// openat2, whose mode cannot be seen here, and quotactl. io_uring would open sockets past this filter and is not allowed.
const architectures: Readonly<Record<string, Architecture>> = {
  x64: {
    audit: 0xc000003e,
    allowed: [[0, 334], ...sharedRanges],
    refused: [248, 249, 250, 321, 298, 323, 103, 304, 437, 179],
    attributes: [188, 189, 190, 197, 198, 199, 463, 466, 469],
    memoryFiles: [319, 447],
    socket: 41,
    ioctl: 16,
    fcntl: 72,
    prlimit: 302,
    setrlimit: 160,
    // chmod, fchmod, fchmodat, fchmodat2, creat, mknod, mknodat, open, openat.
    modes: [
      { number: 90, mode: 1 },
      { number: 91, mode: 1 },
      { number: 268, mode: 2 },
      { number: 452, mode: 2 },
      { number: 85, mode: 1 },
      { number: 133, mode: 1 },
      { number: 259, mode: 2 },
      { number: 2, mode: 2, flags: 1 },
      { number: 257, mode: 3, flags: 2 },
    ],
    prctl: 157,
    sethostname: 170,
  },
  arm64: {
    audit: 0xc00000b7,
    allowed: [[0, 294], ...sharedRanges],
    refused: [217, 218, 219, 280, 241, 282, 116, 265, 437, 60],
    attributes: [5, 6, 7, 14, 15, 16, 463, 466, 469],
    memoryFiles: [279, 447],
    socket: 198,
    ioctl: 29,
    fcntl: 25,
    prlimit: 261,
    setrlimit: 164,
    // fchmod, fchmodat, fchmodat2, mknodat, openat.
    modes: [
      { number: 52, mode: 1 },
      { number: 53, mode: 2 },
      { number: 452, mode: 2 },
      { number: 33, mode: 2 },
      { number: 56, mode: 3, flags: 2 },
    ],
    prctl: 167,
    sethostname: 161,
  },
}

export interface SyscallFilter {
  program: Buffer
  prctl: number
  sethostname: number
}

/**
 * Allows system calls by their numbers, so that a call of a newer kernel is missing until it is listed here. Refused
 * among the listed ones is what commands do without: keyrings (they would reach the server's own), the kernel's log,
 * BPF, performance events, io_uring, typing into a terminal by ioctl, and every socket family but Unix, IPv4, IPv6 and
 * netlink: a network namespace does not hold back AF_VSOCK, which reaches a virtual machine's host. Nor can a file be
 * made set-uid or set-gid: on the host it would run as the server's user, for every user that reaches it. Leases on
 * shown files would stop the host's own programs, and access lists and inode flags would outlive the emptying of a
 * worktree. A new bound on core dumps is taken and changes nothing: from 0 the kernel would hand them to the host's
 * `core_pattern`. Without `memoryFiles` no file can be made only in memory: for machines that do not count them.
 * `program` is an array of `struct sock_filter`; undefined on a processor whose numbers are not listed here.
 */
export const syscallFilter = (architecture: string = process.arch, { memoryFiles = true } = {}) => {
  const numbers = architectures[architecture]
  if (!numbers) return undefined
  const { prctl, sethostname } = numbers
  const missing = memoryFiles ? [] : numbers.memoryFiles
  return { program: encode(filterFor(numbers, missing)), prctl, sethostname }
}

const load = 0x20
const jumpEqual = 0x15
const jumpAbove = 0x25
const jumpAtLeast = 0x35
const jumpIfSet = 0x45
const answer = 0x06

const allow = 0x7fff0000
const refuse = (errno: number) => 0x00050000 + errno
const notPermitted = refuse(1)
const notImplemented = refuse(38)
const notSupported = refuse(95)
const noSuchFamily = refuse(97)
const pretend = refuse(0)

// Offsets in `struct seccomp_data`, little-endian.
const atNumber = 0
const atArchitecture = 4
const argument = (place: number) => 16 + 8 * place
const upperHalf = 4

const x32Bit = 0x40000000
const socketFamilies = [1, 2, 10, 16]
// TIOCSTI, TIOCLINUX; then FS_IOC_SETFLAGS, FS_IOC32_SETFLAGS, FS_IOC_FSSETXATTR.
const refusedRequests = [0x5412, 0x541c, 0x40086602, 0x40046602, 0x401c5820]
// F_SETLEASE, F_NOTIFY, and F_SETDELEG of Linux 6.19.
const refusedCommands = [1024, 1026, 1040]

const setIdBits = 0o6000
const creatingFlags = 0o100 | 0o20000000

const filterFor = (
  { audit, allowed, refused, attributes, socket, ioctl, fcntl, prlimit, setrlimit, modes }: Architecture,
  missing: readonly number[],
): Instruction[] => [
  [load, 0, 0, atArchitecture],
  [jumpEqual, 1, 0, audit],
  [answer, 0, 0, notImplemented],
  [load, 0, 0, atNumber],
  [jumpAtLeast, 0, 1, x32Bit],
  [answer, 0, 0, notImplemented],
  ...onlyWithin(allowed),
  ...refused.flatMap((number): Instruction[] => [
    [jumpEqual, 0, 1, number],
    // A program that finds openat2 missing falls back to openat; a program that gets “not permitted” may fail.
    [answer, 0, 0, number === openat2 ? notImplemented : notPermitted],
  ]),
  ...missing.flatMap((number): Instruction[] => [
    [jumpEqual, 0, 1, number],
    [answer, 0, 0, notImplemented],
  ]),
  ...attributes.flatMap((number): Instruction[] => [
    [jumpEqual, 0, 1, number],
    [answer, 0, 0, notSupported],
  ]),
  ...modes.flatMap(refuseSetId),
  ...keepCoreLimit(prlimit, setrlimit),
  [jumpEqual, 0, socketFamilies.length + 3, socket],
  [load, 0, 0, argument(0)],
  ...socketFamilies.map((family, at): Instruction => [jumpEqual, socketFamilies.length - at, 0, family]),
  [answer, 0, 0, noSuchFamily],
  [answer, 0, 0, allow],
  ...refuseSecondArgument(ioctl, refusedRequests),
  ...refuseSecondArgument(fcntl, refusedCommands),
  [answer, 0, 0, allow],
]

/** Refuses the numbers outside of all ranges, which are sorted, as a kernel does that does not know them. */
const onlyWithin = (ranges: Architecture['allowed']): Instruction[] => {
  const refusal = 2 * ranges.length
  return [
    ...ranges.flatMap(([first, last], at): Instruction[] => [
      [jumpAtLeast, 0, refusal - (2 * at + 1), first],
      [jumpAbove, 0, refusal + 1 - (2 * at + 2), last],
    ]),
    [answer, 0, 0, notImplemented],
  ]
}

const openat2 = 437

const refuseSecondArgument = (number: number, refused: readonly number[]): Instruction[] => [
  [jumpEqual, 0, refused.length + 3, number],
  [load, 0, 0, argument(1)],
  ...refused.map((value, at): Instruction => [jumpEqual, refused.length - at, 0, value]),
  [answer, 0, 0, allow],
  [answer, 0, 0, notPermitted],
]

const coreResource = 4

// prlimit64 with a new value, whose address may well end in 32 zeros, and setrlimit.
const keepCoreLimit = (prlimit: number, setrlimit: number): Instruction[] => [
  [jumpEqual, 0, 8, prlimit],
  [load, 0, 0, argument(1)],
  [jumpEqual, 0, 4, coreResource],
  [load, 0, 0, argument(2)],
  [jumpEqual, 0, 3, 0],
  [load, 0, 0, argument(2) + upperHalf],
  [jumpEqual, 0, 1, 0],
  [answer, 0, 0, allow],
  [answer, 0, 0, pretend],
  [jumpEqual, 0, 4, setrlimit],
  [load, 0, 0, argument(0)],
  [jumpEqual, 1, 0, coreResource],
  [answer, 0, 0, allow],
  [answer, 0, 0, pretend],
]

const refuseSetId = ({ number, mode, flags }: Architecture['modes'][number]): Instruction[] => [
  [jumpEqual, 0, flags === undefined ? 4 : 6, number],
  ...(flags === undefined
    ? []
    : ([
        [load, 0, 0, argument(flags)],
        [jumpIfSet, 0, 3, creatingFlags],
      ] as const)),
  [load, 0, 0, argument(mode)],
  [jumpIfSet, 0, 1, setIdBits],
  [answer, 0, 0, notPermitted],
  [answer, 0, 0, allow],
]

const encode = (instructions: readonly Instruction[]) => {
  const bytes = Buffer.alloc(instructions.length * 8)
  for (const [at, [code, jumpTrue, jumpFalse, operand]] of instructions.entries()) {
    bytes.writeUInt16LE(code, at * 8)
    bytes.writeUInt8(jumpTrue, at * 8 + 2)
    bytes.writeUInt8(jumpFalse, at * 8 + 3)
    bytes.writeUInt32LE(operand, at * 8 + 4)
  }
  return bytes
}
