import fc from 'fast-check'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { allSettings, readConfiguration, serviceLinksIn } from './configuration.ts'
import { editsBetween } from './nearest-name.ts'
import { configurationPage, writtenPage } from './page.ts'

const refusal = (environment: Record<string, string>) => {
  try {
    readConfiguration(environment)
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was refused')
}

test('an empty environment yields every default', () => {
  const found = readConfiguration({ PATH: '/usr/bin' })
  expect(found.listen).toMatchObject({ host: '127.0.0.1', port: 4310, trustedProxies: [] })
  expect(found.listen).toMatchObject({ role: 'all', logLevel: 'info' })
  expect(found.storage).toMatchObject({ dataFolder: resolve('.atelier'), databaseUrl: undefined, pipeline: true })
  expect(found.sandbox).toMatchObject({
    driver: undefined,
    limit: Math.max(3, availableParallelism()),
    egressHosts: ['registries'],
    registries: {},
  })
  expect(found.model).toMatchObject({ baseUrl: undefined, firstByteMs: 120_000 })
  expect(found.caps.instanceMicros).toBeUndefined()
})

test('values are in the unit of their name', () => {
  const found = readConfiguration({
    ATELIER_PORT: '0',
    ATELIER_SANDBOX_MEMORY_MIB: '512',
    ATELIER_SANDBOX_WALL_SECONDS: '30',
    ATELIER_DATABASE_PIPELINE: 'off',
    ATELIER_COST_CAP_CYCLE: '2.50',
    ATELIER_EGRESS_HOSTS: 'packages.example.org, *.Example.net',
    ATELIER_ROLE: ' worker ',
    ATELIER_SANDBOX_PROGRAMS: '/opt/rust:/opt/pnpm',
    ATELIER_HOST: '',
  })
  expect(found.listen).toMatchObject({ port: 0, role: 'worker', host: '127.0.0.1' })
  expect(found.sandbox).toMatchObject({ memoryBytes: 536_870_912, wallMs: 30_000 })
  expect(found.sandbox.egressHosts).toEqual(['packages.example.org', '*.example.net'])
  expect(found.sandbox.programs).toEqual(['/opt/rust', '/opt/pnpm'])
  expect(found.storage.pipeline).toBe(false)
  expect(found.caps.cycleMicros).toBe(2_500_000)
})

test.each([
  [
    { ATELIER_PORT: '43l0' },
    'ATELIER_PORT is "43l0", which is not a number. Use 0 to 65535, or leave it out for 4310.',
  ],
  [
    { ATELIER_PORT: '65536' },
    'ATELIER_PORT is "65536", which is out of range. Use 0 to 65535, or leave it out for 4310.',
  ],
  [
    { ATELIER_SANDBOX_LIMIT: '2' },
    'ATELIER_SANDBOX_LIMIT is "2", which is out of range. Use 3 to 1000, or leave it out',
  ],
  [{ ATELIER_SANDBOX_PROGRAMS: 'rust' }, 'ATELIER_SANDBOX_PROGRAMS is "rust", which is not a list of absolute paths'],
  [
    { ATELIER_SANDBOX_ENGINE: 'tcp://engine:2375' },
    'ATELIER_SANDBOX_ENGINE is "tcp://engine:2375", which is not an absolute',
  ],
  [{ ATELIER_PORT: '1.5' }, 'ATELIER_PORT is "1.5", which is not a whole number.'],
  [{ ATELIER_ROLE: 'both' }, 'ATELIER_ROLE is "both", which is not one of its values. Use all, server or worker'],
  [{ ATELIER_COST_CAP_CYCLE: '-1' }, 'ATELIER_COST_CAP_CYCLE is "-1", which is not an amount.'],
  [{ ATELIER_EGRESS_HOSTS: 'a.example.org, 10.0.0.1' }, 'which is not a list of host names (“10.0.0.1”).'],
  [{ ATELIER_MODEL_BASE_URL: 'models.example.com' }, 'not an address that starts with https:// or http://'],
  [{ ATELIER_MODEL_BASE_URL: 'https://models.example.com/v1' }, 'ATELIER_MODEL_NAME is not. Set it to the model'],
  [{ ATELIER_MODEL_NAME: 'large' }, 'Set both, or neither for the built-in offline model.'],
  [
    { ATELIER_MODEL_BASE_URL: 'https://models.example.com/v1', ATELIER_MODEL_NAME: 'm', ATELIER_COST_CAP_CYCLE: '1' },
    'A cost cap is set, and the model has no price.',
  ],
  [{ ATELIER_MODEL_INPUT_PRICE: '0' }, 'Only a part of what the model costs is set.'],
  [{ ATELIER_MODEL_CACHE_READ_PRICE: '0.3' }, 'Only a part of what the model costs is set.'],
  [{ ATELIER_MODEL_OUTPUT_TOKENS: '128000' }, 'leaves no room for input'],
  [{ ATELIER_SMTP_URL: 'smtp://mail.example.com' }, 'ATELIER_MAIL_FROM is not. Set it to an address'],
  [{ ATELIER_OBJECTS: 's3://objects' }, 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too'],
  [{ ATELIER_OBJECTS: 'https://objects.example.com' }, 'not an address that starts with s3://'],
  [{ ATELIER_OBJECTS: 's3:///objects' }, 'without the name of a bucket'],
  [{ ATELIER_OBJECTS: 's3://key:secret@objects' }, 'the keys are AWS_ACCESS_KEY_ID'],
  [{ ATELIER_OBJECTS: 's3://objects/a b' }, 'a path of other characters'],
  [{ ATELIER_OBJECTS: 's3://objects?style=path' }, 'a parameter other than endpoint and region'],
  [{ ATELIER_OBJECTS: 's3://objects?region=no/where' }, 'a region that is none'],
  [{ ATELIER_OBJECTS: 's3://objects?endpoint=https://s3.example.com/x' }, 'whose endpoint is not one of a server'],
  [{ ATELIER_SMTP_URL: 'mail.example.com:25' }, 'not an address that starts with smtp:// or smtps://'],
  [{ ATELIER_SMTP_URL: 'smtp://a:b@mail.example.com?tls=off' }, 'would send a password in clear'],
  [{ ATELIER_SMTP_URL: 'smtps://mail.example.com?tls=off' }, 'a parameter other than'],
  [{ ATELIER_SMTP_URL: 'smtp://mail.example.com/?ignoreTLS=true' }, 'a parameter other than'],
  [{ ATELIER_SMTP_URL: 'smtp://a:%zz@mail.example.com' }, 'not percent-encoded'],
  [{ ATELIER_SMTP_URL: 'smtp://mail.example.com/relay' }, 'an address with a path'],
  [{ ATELIER_SMTP_URL: 'smtp://%20' }, 'an address without a host'],
  [{ ATELIER_MAIL_FROM: 'Atelier' }, 'not an address, or a name and an address'],
  [{ ATELIER_PROT: '1' }, 'ATELIER_PROT is not a setting. Did you mean ATELIER_PORT?'],
  [{ ATELIER_SANDBOX_LIMITS: '1' }, 'Did you mean ATELIER_SANDBOX_LIMIT?'],
  [{ ATELIER_ENTIRELY_ELSE: '1' }, 'ATELIER_ENTIRELY_ELSE is not a setting. Take it out.'],
] as const)('%j is refused with the name of the setting', (environment, sentence) => {
  const error = refusal(environment)
  expect(error.name).toBe('StartRefusal')
  expect(error.message).toContain(sentence)
})

// The variables that Kubernetes 1.34 writes for services named “atelier” and “atelier-ssh”, each with a named port.
const services = {
  ATELIER_SERVICE_HOST: '10.79.0.21',
  ATELIER_SERVICE_PORT: '80',
  ATELIER_SERVICE_PORT_HTTP: '80',
  ATELIER_PORT: 'tcp://10.79.0.21:80',
  ATELIER_PORT_80_TCP: 'tcp://10.79.0.21:80',
  ATELIER_PORT_80_TCP_PROTO: 'tcp',
  ATELIER_PORT_80_TCP_PORT: '80',
  ATELIER_PORT_80_TCP_ADDR: '10.79.0.21',
  ATELIER_SSH_SERVICE_HOST: '10.79.0.22',
  ATELIER_SSH_PORT: 'udp://10.79.0.22:22',
  ATELIER_SSH_PORT_22_UDP: 'udp://10.79.0.22:22',
}

test('addresses of services of Kubernetes are passed over, and change no setting', () => {
  expect(readConfiguration(services)).toEqual(readConfiguration({}))
  expect(serviceLinksIn({ ...services, ATELIER_DATA: '/data' })).toEqual(Object.keys(services))
})

test.each(['ATELIER_SERVICE', 'ATELIER_PORT_80', 'ATELIER_PORT_HTTP_TCP', 'ATELIER_SERVICES_HOST', 'ATELIER_MY_PORT'])(
  '%s is no name of Kubernetes, and is refused',
  (name) => expect(refusal({ ...services, [name]: '80' }).message).toBe(refusal({ [name]: '80' }).message),
)

const smtpOf = (ATELIER_SMTP_URL: string) =>
  readConfiguration({ ATELIER_SMTP_URL, ATELIER_MAIL_FROM: 'Atelier <mail@example.com>' }).mail.smtp

test('SMTP requires TLS except on loopback, and the password is never shown', () => {
  expect(smtpOf('smtp://us%40er:p%2Fw@mail.example.com')).toEqual({
    host: 'mail.example.com',
    port: 587,
    tls: 'required',
    user: 'us@er',
    password: 'p/w',
  })
  expect(smtpOf('smtps://bücher.example')).toEqual({ host: 'xn--bcher-kva.example', port: 465, tls: 'implicit' })
  expect(smtpOf('smtp://localhost:25')).toEqual({ host: 'localhost', port: 25, tls: 'off' })
  expect(smtpOf('smtp://[::1]:25?tls=required')).toEqual({ host: '::1', port: 25, tls: 'required' })
  expect(smtpOf('smtp://relay.example.com:25?tls=off')).toMatchObject({ port: 25, tls: 'off' })
  expect(refusal({ ATELIER_SMTP_URL: 'smtp://a:hunter2@mail.example.com/x' }).message).not.toContain('hunter2')
})

test('objects go to a bucket of Amazon’s or of another S3 service', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'hush' }
  const bucketOf = (ATELIER_OBJECTS: string) => readConfiguration({ ATELIER_OBJECTS, ...keys }).storage.bucket
  expect(bucketOf('s3://objects?region=eu-central-1')).toEqual({
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    bucket: 'objects',
    prefix: '',
    region: 'eu-central-1',
  })
  expect(bucketOf('s3://my.objects/of/atelier?endpoint=http://127.0.0.1:9000')).toEqual({
    endpoint: 'http://127.0.0.1:9000',
    bucket: 'my.objects',
    prefix: 'of/atelier/',
    region: 'us-east-1',
  })
})

test('every invalid setting is reported, not only the first', () => {
  expect(refusal({ ATELIER_PORT: 'x', ATELIER_ROLE: 'y', ATELIER_ZZZZ: 'z' }).message.split('\n')).toHaveLength(3)
})

test('a secret value is not repeated in a message', () => {
  const { message } = refusal({ DATABASE_URL: 'mysql://someone:hush@db/atelier' })
  expect(message).toContain('DATABASE_URL is set to something, which is not an address')
  expect(message).not.toContain('hush')
})

test('variables of the command line and the tests are accepted', () => {
  expect(() => readConfiguration({ ATELIER_URL: 'http://127.0.0.1:1', ATELIER_TEST_SOAK: '1' })).not.toThrow()
})

test('any text for any setting becomes a value or a message that names the setting', () => {
  fc.assert(
    fc.property(fc.constantFrom(...allSettings), fc.string({ minLength: 1 }), (setting, given) => {
      fc.pre(given.trim() !== '')
      const result = setting.read(given.trim())
      if ('wrong' in result) expect(refusal({ [setting.name]: given }).message).toContain(setting.name)
    }),
  )
})

test('a near miss is one letter added, removed, changed or swapped', () => {
  const words = fc.string({ minLength: 2, maxLength: 12 })
  fc.assert(
    fc.property(words, words, words, (one, other, third) => {
      expect(editsBetween(one, one)).toBe(0)
      expect(editsBetween(one, other)).toBe(editsBetween(other, one))
      expect(editsBetween(one, `${one}x`)).toBe(1)
      expect(editsBetween(one, other)).toBeLessThanOrEqual(Math.max(one.length, other.length))
      expect(editsBetween(`${one}ab${third}`, `${one}ba${third}`)).toBe(1)
    }),
  )
})

test('docs/configuration.md matches the declarations; node platform/configuration/write-page.ts writes it', async () => {
  expect(await writtenPage()).toBe(configurationPage())
})
