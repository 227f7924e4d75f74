import { availableParallelism } from 'node:os'
import {
  absolutePath,
  address,
  addressesOf,
  dollars,
  folders,
  hosts,
  hostsWithPorts,
  networks,
  onOff,
  oneOf,
  origin,
  secretText,
  text,
  wholeNumber,
} from './kinds.ts'
import { bucketAddress } from './bucket-kind.ts'
import { mailbox, smtpServer } from './mail-kinds.ts'
import { model } from './model-settings.ts'
import { previews } from './preview-settings.ts'
import { accessPoints, growth, mailboxes, payments, web } from './provider-settings.ts'
import { httpHeaders, sharedSecret } from './telemetry-kinds.ts'

const mebibyte = 1024 * 1024
const second = 1_000
const cores = availableParallelism()

const listen = {
  host: text(['ATELIER_HOST', 'The address to listen on; 0.0.0.0 is every address of the machine.'], '127.0.0.1'),
  port: wholeNumber({ min: 0, max: 65535, absent: 4310 }, [
    'ATELIER_PORT',
    'The port to listen on; 0 takes any that is free.',
  ]),
  publicUrl: origin([
    'ATELIER_PUBLIC_URL',
    'The address that browsers use, if it differs, such as that of a proxy with TLS. Links in mail and passkeys use it, and with https, cookies are sent only over TLS.',
  ]),
  trustedProxies: networks([
    'ATELIER_TRUSTED_PROXIES',
    'The proxies in front of this server, whose X-Forwarded-For has the client address. Without it all their requests count as one address.',
  ]),
  relayHost: text([
    'ATELIER_RELAY_HOST',
    'The address of this machine at which other machines reach its terminals, desktops, previews and sandboxes, over TLS with the root key; a free port is taken. Without it, the address from which this machine reaches the database.',
  ]),
  role: oneOf({ values: ['all', 'server', 'worker'], absent: 'all' }, [
    'ATELIER_ROLE',
    'What this process does: answer requests (server), carry out runs (worker), or both (all).',
  ]),
  logLevel: oneOf({ values: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], absent: 'info' }, [
    'ATELIER_LOG_LEVEL',
    'The least important lines that are still logged; at a terminal `warn` where it is not set.',
  ]),
}

const storage = {
  dataFolder: text(
    [
      'ATELIER_DATA',
      'The folder of the embedded database, objects, repositories, outbox and keys, from the working directory.',
    ],
    '.atelier',
  ),
  bucket: bucketAddress([
    'ATELIER_OBJECTS',
    'A bucket of an S3-compatible service, which stores uploads, manifests and packed setups instead; every process needs the same. [Requirements](deploy.md#objects-in-a-bucket).',
  ]),
  accessKeyId: text(['AWS_ACCESS_KEY_ID', 'The access key for the bucket of ATELIER_OBJECTS.']),
  secretAccessKey: secretText(['AWS_SECRET_ACCESS_KEY', 'The secret of that access key.']),
  sessionToken: secretText(['AWS_SESSION_TOKEN', 'What belongs to an access key that is for a time.']),
  databaseUrl: address(
    {
      schemes: ['postgres:', 'postgresql:'],
      secret: true,
      example: 'postgres://user:password@host:5432/atelier',
      fallback: 'the embedded database',
    },
    ['DATABASE_URL', 'A PostgreSQL, 15 or later, of your own; its user may create roles, or the roles exist.'],
  ),
  connections: wholeNumber(
    { min: 2, max: 500, absent: Math.min(32, Math.max(8, cores * 4)), fallback: 'four per core, 8 to 32' },
    ['ATELIER_DATABASE_CONNECTIONS', 'Database connections of this process, for each of its two roles.'],
  ),
  pipeline: onOff(true, [
    'ATELIER_DATABASE_PIPELINE',
    'Sends the statements of a transaction without waiting for each answer; switch it off for poolers that cannot pipeline.',
  ]),
}

const secrets = {
  rootKeys: secretText([
    'SECRETS_ENCRYPTION_KEY',
    'The root key of the vault with DATABASE_URL: 32 bytes as base64 or 64 hexadecimal digits, as `openssl rand -base64 32` makes them. While keys rotate: the new one, a comma, the old ones. The embedded database has its own in `ATELIER_DATA/secrets.key`.',
  ]),
}

const mail = {
  smtp: smtpServer([
    'ATELIER_SMTP_URL',
    'The server that takes outgoing mail. `smtp:` asks for STARTTLS (port 587), but not of this machine itself; `smtps:` is TLS from the start (port 465). `?tls=off` does without, on a network that you trust, and `?tls=required` asks for it everywhere. User and password are percent-encoded.',
  ]),
  from: mailbox(['ATELIER_MAIL_FROM', 'Who mail is from; required with ATELIER_SMTP_URL.']),
}

const sandbox = {
  driver: oneOf(
    {
      values: ['bubblewrap', 'util-linux', 'container', 'process'],
      fallback: 'the first that works of bubblewrap and util-linux',
    },
    [
      'ATELIER_SANDBOX_DRIVER',
      'How commands are isolated. `container` and `process` have to be asked for here; `process` isolates nothing.',
    ],
  ),
  engine: absolutePath('/var/run/docker.sock', [
    'ATELIER_SANDBOX_ENGINE',
    'The Unix socket of the container engine on this machine, for the driver `container`. [Containers](sandboxes.md#containers).',
  ]),
  programs: folders([
    'ATELIER_SANDBOX_PROGRAMS',
    'Folders with programs outside of `/usr`, such as a Rust toolchain in a home. Sandboxes see them read-only, whole, at their own paths, and have their `bin` in PATH.',
  ]),
  limit: wholeNumber(
    { min: 3, max: 1000, absent: Math.max(3, cores + 1), fallback: 'one per core and one more, at least 3' },
    [
      'ATELIER_SANDBOX_LIMIT',
      'Sandboxes of this machine at once; one is kept for requests whose caller waits, and one for runs. Those that people work in take neither.',
    ],
  ),
  memoryBytes: wholeNumber({ min: 64, max: 1_048_576, absent: 2048, scale: mebibyte }, [
    'ATELIER_SANDBOX_MEMORY_MIB',
    'Memory of one sandbox, in MiB.',
  ]),
  processes: wholeNumber({ min: 16, max: 32_768, absent: 512 }, [
    'ATELIER_SANDBOX_PROCESSES',
    'Processes and threads of one sandbox.',
  ]),
  diskBytes: wholeNumber({ min: 16, max: 1_048_576, absent: 4096, scale: mebibyte }, [
    'ATELIER_SANDBOX_DISK_MIB',
    'What the files of one sandbox may take, in MiB.',
  ]),
  fileSizeBytes: wholeNumber({ min: 1, max: 1_048_576, absent: 1024, scale: mebibyte }, [
    'ATELIER_SANDBOX_FILE_MIB',
    'The largest single file, in MiB.',
  ]),
  wallMs: wholeNumber({ min: 1, max: 86_400, absent: 900, scale: second }, [
    'ATELIER_SANDBOX_WALL_SECONDS',
    'How long one command may take.',
  ]),
  cpuSeconds: wholeNumber({ min: 1, max: 864_000, absent: 1800 }, [
    'ATELIER_SANDBOX_CPU_SECONDS',
    'Processor time of one command, of all cores together.',
  ]),
  outputBytes: wholeNumber({ min: 1, max: 4096, absent: 64, scale: mebibyte }, [
    'ATELIER_SANDBOX_OUTPUT_MIB',
    'What one command may print before it is stopped, in MiB, those of agents too.',
  ]),
  egressHosts: hosts({ words: ['registries'], absent: ['registries'] }, [
    'ATELIER_EGRESS_HOSTS',
    'Hosts that the fetch of a setup and the programs of tool servers may reach: the public registries of the package manager, further hosts (a leading `*.` means every name below), or none.',
  ]),
  registries: addressesOf(
    ['npm', 'pypi', 'go', 'crates', 'rubygems', 'packagist', 'maven'],
    'npm=https://user:password@packages.example.com/npm/',
    [
      'ATELIER_REGISTRIES',
      'Registries instead of the public ones, on private addresses too. User and password never enter a sandbox; a name alone is a token.',
    ],
  ),
}

const terminal = {
  isOn: onOff(true, [
    'ATELIER_SSH',
    'Lets people of the agency into the sandboxes of their projects by SSH. [Terminal](terminal.md).',
  ]),
  host: text(['ATELIER_SSH_HOST', 'The address on which the SSH server listens.'], '127.0.0.1'),
  port: wholeNumber({ min: 0, max: 65535, absent: 0 }, [
    'ATELIER_SSH_PORT',
    'The port of the SSH server; 0 takes any that is free.',
  ]),
  publicHost: text([
    'ATELIER_SSH_PUBLIC_HOST',
    'The host that people connect to, if it differs from ATELIER_SSH_HOST.',
  ]),
  hasDesktops: onOff(true, [
    'ATELIER_DESKTOP',
    'Lets people start a desktop in the sandbox of a project, where the machine has [what it needs](terminal.md#the-desktop).',
  ]),
  idleMs: wholeNumber({ min: 1, max: 1_440, absent: 10, scale: 60 * second }, [
    'ATELIER_TERMINAL_IDLE_MINUTES',
    'After how many minutes a session ends in which nothing is typed or printed, a desktop that is not steered stops, and a sandbox of people without sessions stops.',
  ]),
}

const agent = {
  steps: wholeNumber({ min: 1, max: 100_000, absent: 300 }, [
    'ATELIER_AGENT_STEPS',
    'How many calls of the model an agent may make for one round of a task.',
  ]),
  tokens: wholeNumber({ min: 1_000, max: 10_000_000_000, absent: 20_000_000 }, [
    'ATELIER_AGENT_TOKENS',
    'How many tokens, read and written, these calls may take together.',
  ]),
  wallMs: wholeNumber({ min: 1, max: 10_080, absent: 60, scale: 60 * second }, [
    'ATELIER_AGENT_MINUTES',
    'How long an agent may work on one round of a task.',
  ]),
  stallMs: wholeNumber({ min: 1, max: 1_440, absent: 15, scale: 60 * second }, [
    'ATELIER_AGENT_STALL_MINUTES',
    'How long nothing may be seen of an agent: no event, no output, no token, no use of the processor. Then its model call is broken off and asked again, and after as long again the round ends.',
  ]),
}

const agents = {
  file: text([
    'ATELIER_AGENTS_FILE',
    'A file of JSON that maps runtime-1 to runtime-7 to programs that speak the Agent Client Protocol: docs/agents-by-acp.md says what is in it.',
  ]),
}

const caps = {
  instanceMicros: dollars(['ATELIER_COST_CAP_INSTANCE', 'What all model calls together may cost, in US dollars.']),
  workspaceMicros: dollars(['ATELIER_COST_CAP_WORKSPACE', 'What each workspace may cost, in US dollars.']),
  projectMicros: dollars([
    'ATELIER_COST_CAP_PROJECT',
    'What each project may cost that has no cap of its own, in US dollars.',
  ]),
  cycleMicros: dollars(['ATELIER_COST_CAP_CYCLE', 'What each cycle may cost, in US dollars.']),
}

const perMinute = (name: string, what: string, absent: number) =>
  wholeNumber({ min: 0, max: 100_000_000, absent }, [name, `${what} a minute, on each process; 0 is without limit.`])

const rates = {
  reads: perMinute('ATELIER_RATE_READS', 'Reads that one credential may make', 60_000),
  changes: perMinute('ATELIER_RATE_CHANGES', 'Changes that one credential may make', 12_000),
  heavy: perMinute('ATELIER_RATE_HEAVY', 'Imports, exports and calls to models that one credential may make', 1_200),
  strangers: perMinute(
    'ATELIER_RATE_STRANGERS',
    'Requests without a good credential that one address may send, an IPv6 address with its /64,',
    6_000,
  ),
  streams: wholeNumber({ min: 0, max: 100_000_000, absent: 200 }, [
    'ATELIER_RATE_STREAMS',
    'Streams that one credential may hold open at once, on each process; 0 is without limit.',
  ]),
}

const telemetry = {
  slowMs: wholeNumber({ min: 0, max: 3_600_000, absent: 1_000 }, [
    'ATELIER_SLOW_REQUEST_MS',
    'Requests that take so long leave a line in the log; 0 is for none.',
  ]),
  otlpUrl: address(
    { schemes: ['https:', 'http:'], secret: true, example: 'http://127.0.0.1:4318', fallback: 'none: no traces' },
    ['ATELIER_OTLP_URL', 'An OpenTelemetry collector for traces, over OTLP/HTTP, without `/v1/traces`.'],
  ),
  otlpHeaders: httpHeaders(['ATELIER_OTLP_HEADERS', 'What the collector wants to be sent with them.']),
  otlpPercent: wholeNumber({ min: 0, max: 100, absent: 100 }, [
    'ATELIER_OTLP_PERCENT',
    'How many of a hundred traces that begin here are recorded.',
  ]),
  metricsToken: sharedSecret([
    'ATELIER_METRICS_TOKEN',
    'The token for `/metrics`, sent as `Authorization: Bearer`. Without it the address does not exist.',
  ]),
}

const work = {
  stepLeaseSeconds: wholeNumber({ min: 10, max: 3600, absent: 10 }, [
    'ATELIER_STEP_LEASE_SECONDS',
    'After how long without a sign of life another process takes a step over.',
  ]),
}

const outgoing = {
  privateHosts: hostsWithPorts([
    'ATELIER_FETCH_PRIVATE_HOSTS',
    'Hosts of your own network whose addresses people may enter, each with a port unless it is 80, 443, 8080 or 8443. Everything else that is not on the public internet is refused.',
  ]),
}

/** Every setting, once. docs/configuration.md is made from this. */
export const settings = {
  listen,
  storage,
  secrets,
  mail,
  sandbox,
  terminal,
  model,
  agent,
  agents,
  caps,
  rates,
  outgoing,
  web,
  growth,
  mailboxes,
  payments,
  accessPoints,
  previews,
  work,
  telemetry,
}

/** Variables of this name space that other programs of the project read; the server lets them pass. */
export const otherPrograms = [
  ['ATELIER_URL', 'The address of the server that `bin/atelier` talks to.'],
  ['ATELIER_API_KEY', 'The API key that `bin/atelier` sends.'],
  ['ATELIER_TEST_LONG', '`1` runs the long tests too; `bin/test --long` sets it.'],
  ['ATELIER_TEST_SOAK', '`1` runs the tests of a soak too, and all at full length; `bin/test --soak` sets it.'],
  ['ATELIER_TEST_DELAYS', '`1` lets one transaction in ten begin late; `bin/test --delays` sets it.'],
  [
    'ATELIER_TEST_SECOND_READER',
    '`1` lets repositories over a data folder of their own answer each read of a test server.',
  ],
  ['ATELIER_TEST_COSTS', 'A file to which `bin/test` adds what each test file cost, for `node bench/suite.ts`.'],
  [
    'ATELIER_TEST_EN16931',
    'A checkout of `phax/phive-rules`, which has the rules of EN 16931 and its profiles as XSLT, for tests of electronic invoices.',
  ],
  ['ATELIER_TEST_NPM_REGISTRY', 'A registry with the public npm packages, for tests of real package managers.'],
  ['ATELIER_TEST_SIMULATION', 'How many projects the simulation works; 200 with `--soak`, and otherwise none.'],
  ['ATELIER_TEST_SIMULATION_MINUTES', 'After how many minutes the simulation begins no further project.'],
  ['ATELIER_TEST_FAKETIME', 'The path of `libfaketimeMT.so.1`, which sets the clock of the simulation’s database.'],
  [
    'ATELIER_TEST_MACHINES',
    'A file to which the soak of several machines adds a line for each run; how many it has decides the next seed.',
  ],
  ['ATELIER_TEST_MACHINES_MINUTES', 'For how many minutes faults happen in that soak; 20 otherwise.'],
  ['ATELIER_TEST_SEED', 'The seed of the simulation, the soak of machines and the orders of pages; each names it.'],
] as const
