import { expect, test } from 'vitest'
import { secretFileSamples } from './testing/samples.ts'
import { openThread } from '../../platform/threads/index.ts'
import { lengthOf } from '../../testing/soak.ts'
import { openSecretFiles } from './secret-files-thread.ts'
import { parseSecretFile } from './secret-files.ts'

const times = (text: string, count: number) => text.repeat(count)
const many = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('')

test.each<[path: string, rule: string, line: number, content: string | Buffer]>([
  ['.env', 'unterminated-quote', 2, 'OK=1\nA="b\n'],
  ['.env', 'unterminated-quote', 1, 'A="b"c\n'],
  ['.env', 'ambiguous', 1, 'A=b\nB\n=c'],
  ['.env', 'ambiguous', 1, 'A= \u2028b'],
  ['.env', 'not-utf-8', 2, Buffer.from([0x41, 0x3d, 0x0a, 0xff])],
  ['.env', 'utf-16', 1, Buffer.from('\uFEFFA=b', 'utf16le')],
  ['.env', 'utf-16', 1, Buffer.from('API_KEY=b', 'utf16le')],
  ['.env', 'nul-byte', 2, 'A=b\nB=\0'],
  ['.env', 'too-large', 1, times('x', 10 * 2 ** 20)],
  ['.env', 'too-many-entries', 10_001, times('A=b\n', 20_000)],
  ['.envrc', 'code', 1, 'export A="b'],
  ['.envrc', 'code', 2, 'A=1\nif true; then\n  export A=2\nfi\n'],
  ['.envrc', 'code', 2, 'A=1\nunset A\n'],
  ['.envrc', 'code', 2, 'A=1\nA+=2\n'],
  ['.envrc', 'code', 2, 'A=1\nexport B=$(cat <<EOT\nA=2\nEOT\n)\n'],
  ['.envrc', 'code', 1, 'A=1 program\n'],
  ['.envrc', 'code', 2, '\n[[ -f x ]] && export A=1\n'],
  ['.envrc', 'code', 1, 'export A={b,c}\n'],
  ['.envrc', 'code', 1, "A=$'b'\n"],
  ['.envrc', 'shell-variable', 1, 'SECONDS=5\n'],
  ['.envrc', 'code', 1, `${times('$aa', 300)} x (`],
  ['.envrc', 'bare-carriage-return', 1, 'A=b\r\n'],
  ['a.tfvars', 'syntax', 1, 'a = "b'],
  ['a.tfvars', 'syntax', 1, `a = "\${f("b")}"\n`],
  ['a.tfvars', 'syntax', 1, `a = "$$\${b}"\n`],
  ['a.tfvars', 'syntax', 1, 'block {\n  a = 1\n}\n'],
  ['a.tfvars', 'syntax', 1, 'a = <<EOT\nb\n'],
  ['a.tfvars', 'syntax', 2, 'a = 1\n/* b = 2\n'],
  ['a.tfvars', 'duplicate-key', 2, 'a = 1\na = 2\n'],
  ['a.yml', 'tab-as-indent', 2, 'a:\n\tb: c'],
  ['a.yml', 'duplicate-key', 2, 'a: 1\na: 2'],
  ['a.yml', 'unterminated-quote', 1, 'a: "b'],
  ['a.yml', 'too-deep', 1, times('[', 400_000)],
  ['a.yml', 'too-deep', 1, times('- ', 400_000)],
  ['a.yml', 'too-deep', 1, times('&a ', 300_000)],
  ['a.yml', 'too-many-aliases', 3, `a: &a [x]\nb: &b [*a, *a]\nc: [${times('*b, ', 200)}]`],
  ['a.yml', 'too-many-entries', 24_000, many(40_000, (at) => `k${at}: x\n`)],
  ['a.yml', 'template', 1, '<% if x %>\na: b\n'],
  ['a.json', 'duplicate-key', 1, '{"a":1,"a":2}'],
  ['a.json', 'unterminated-quote', 1, '{"a":"b'],
  ['a.json', 'too-deep', 1, times('{"a":', 200_000)],
  ['a.toml', 'syntax', 2, 'a = 1\na = 2\n'],
  ['a.toml', 'syntax', 1, `a = ${times('[', 400_000)}`],
  ['a.ini', 'no-assignment', 2, '[a]\nb\n'],
  ['a.ini', 'duplicate-key', 3, '[a]\nb=1\nB=2\n'],
  ['.netrc', 'unterminated-quote', 1, 'machine a login "x'],
  ['.netrc', 'ambiguous', 1, 'machine a password b\\c'],
  ['.netrc', 'ambiguous', 2, 'machine a\nlogin b # c password d\n'],
  ['.netrc', 'ambiguous', 1, 'machine a login b password c #\n'],
  ['.netrc', 'ambiguous', 2, '# a\nmachine b #login c\n'],
  ['.netrc', 'value-missing', 1, 'machine a login'],
  ['.pgpass', 'no-assignment', 1, 'a:b'],
  ['a.properties', 'not-text', 1, 'a=\\ud800'],
  ['a.xml', 'syntax', 1, '<a><b>x</a>'],
  ['a.xml', 'too-complex', 1, times('<a>', 300_000)],
  ['a.xml', 'too-many-entries', 10_002, `<a>\n${times('<b/>\n', 10_001)}</a>`],
  ['a.xml', 'too-deep', 1, times('<a>', 500) + times('</a>', 500)],
  ['a.xml', 'not-utf-8', 1, '<?xml version="1.0" encoding="latin1"?><a>é</a>'],
  ['a.xml', 'syntax', 1, '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
  ['settings.py', 'unterminated-quote', 1, 'A = "b'],
  ['settings.py', 'code', 2, 'A = "b"\nglobals().update(A="c")\n'],
  ['settings.py', 'expression', 1, 'A = f"{x["b"]}"\n'],
  ['settings.py', 'syntax', 1, 'A = (1\nB = 2\n'],
  ['settings.py', 'not-utf-8', 1, '# -*- coding: latin-1 -*-\nA = "b"\n'],
  ['.env.example', 'example-file', 1, 'A='],
  ['.env-example', 'example-file', 1, 'A=b'],
  ['.env_example', 'example-file', 1, 'A=b'],
  ['app/.env-sample', 'example-file', 1, 'A=b'],
  ['config/.env.dist', 'example-file', 1, 'A='],
  ['database.env.example', 'example-file', 1, 'A=b'],
  ['terraform.tfvars.sample', 'example-file', 1, 'a = "b"'],
  ['src/appsettings.Example.json', 'example-file', 1, '{"a":"b"}'],
  ['config.sample.yml', 'example-file', 1, 'a: b\n'],
  ['config/secrets.ejson', 'encrypted-ejson', 1, '{"_public_key":"63cc","a":"EJ[1:x:y:z]"}'],
  ['secrets.json', 'encrypted-ejson', 1, '{"_public_key":"63cc","a":"EJ[1:x:y:z]"}'],
  [
    'application.properties',
    'encrypted-jasypt',
    1,
    'a=b\nspring.datasource.password=ENC(nrmZtkF7T0kjG/VodDvBw93Ct8EgjCA+)\n',
  ],
  ['application.yml', 'encrypted-jasypt', 1, 'a:\n  password: "ENC(nrmZtkF7T0kjG/VodDvBw93Ct8EgjCA+)"\n'],
  ['secrets.yml', 'encrypted-sops', 1, 'a: ENC[AES256_GCM,data:x]\nsops:\n  mac: x\n'],
  ['secrets.json', 'encrypted-sops', 1, '{"a":"x","sops":{"mac":"y"}}'],
  ['.env', 'encrypted-sops', 1, 'A=x\nsops_mac=y\n'],
  ['keys.age', 'encrypted-age', 1, 'age-encryption.org/v1\n'],
  ['group_vars/all.yml', 'encrypted-ansible-vault', 1, '$ANSIBLE_VAULT;1.1;AES256\n3132'],
  ['group_vars/all.yml', 'encrypted-ansible-vault', 1, 'a: !vault |\n  $ANSIBLE_VAULT\n'],
  ['.env', 'encrypted-git-crypt', 1, Buffer.from('\0GITCRYPT\0abc')],
  ['sealed.yaml', 'encrypted-sealed-secret', 1, 'kind: SealedSecret\nspec: {}\n'],
  ['.env', 'encrypted-dotenvx', 1, 'DOTENV_PUBLIC_KEY="x"\nA="encrypted:BD"\n'],
  ['config/credentials.yml.enc', 'encrypted-rails-credentials', 1, 'abc--def'],
  ['notes.txt', 'unknown-format', 1, 'A=b\nand some prose\n'],
])('%s: %s at line %i', async (path, rule, line, content) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  expect(await parseSecretFile(path, bytes)).toEqual({ skipped: rule, line })
})

test.each([
  ['deploy/id_ed25519', '-----BEGIN OPENSSH PRIVATE KEY-----\nAA\n', 'private key'],
  ['release.jks', 'x', 'key store'],
  ['gcp.json', '{"type": "service_account", "private_key": "x"}', 'service account'],
  ['.docker/config.json', '{"auths":{}}', 'container credentials'],
  ['prod.yaml', 'apiVersion: v1\nkind: Config\nusers: []\n', 'cluster configuration'],
  ['config/master.key', 'abc', 'private key'],
  ['.gem/credentials', '---\n:rubygems_api_key: x\n', 'credentials file'],
  ['.terraformrc', 'credentials "app.terraform.io" {\n  token = "x"\n}\n', 'credentials file'],
  ['home/.vault-token', 'hvs.x', 'credentials file'],
])('%s is a credential that is kept whole', async (path, content, opaque) => {
  expect(await parseSecretFile(path, Buffer.from(content))).toEqual({ opaque })
})

test('texts that are long and of a single kind are read or refused', async () => {
  const texts = [
    '\n',
    ' ',
    'a',
    '"',
    "'",
    '\\',
    'A="\n',
    "A='",
    '=',
    ':',
    '<',
    '<!--',
    '/*',
    '"sops":{',
    'kind: Config\n',
  ]
  const paths = ['.env', 'a.yml', 'a.json', 'a.ini', '.npmrc', '.netrc', '.pgpass', 'a.properties', 'a.xml', 'a']
  for (const path of paths) {
    for (const text of texts) {
      const parsed = await parseSecretFile(
        path,
        Buffer.from(times(text, lengthOf({ daily: 10_000, soak: 50_000 }) / text.length)),
      )
      expect('entries' in parsed || 'skipped' in parsed).toBe(true)
    }
  }
})

/** Contents that break a file of any format: the rule that refuses it, and its bytes. */
const broken = (text: string): readonly (readonly [string, Buffer])[] => [
  ['utf-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['nul-byte', Buffer.from(`${text}\0`)],
  ['not-utf-8', Buffer.concat([Buffer.from(text), Buffer.of(0xff, 0x0a)])],
  ['too-large', Buffer.concat([Buffer.from(text), Buffer.alloc(10 * 2 ** 20, 'x')])],
]

test.each(secretFileSamples)(
  '$path that is broken in its bytes is skipped with the line and the rule',
  async (sample) => {
    const { path, text, format } = sample
    for (const [rule, bytes] of broken(text)) {
      // Java's own encoding was Latin-1, in which every byte is a character.
      if (rule === 'not-utf-8' && format === 'properties') continue
      const found = await parseSecretFile(path, bytes)
      const lines = text.split('\n').length
      const line = rule === 'nul-byte' || rule === 'not-utf-8' ? lines : 1
      expect([rule, found]).toEqual([rule, { skipped: rule, line }])
    }
  },
)

test.each<[path: string, of: string, content: string]>([
  ['a.tfvars', 'one long comment', `/*${times('* /', 300_000)}*/ a = 1`],
  ['a.xml', 'blanks before a text', `<a><b>x${times(' ', 2 ** 20 - 20)}x</b></a>`],
  ['a.xml', 'elements on lines of their own', `<a>${times('<b/>\n', 2 ** 20 / 5 - 10)}</a>`],
  ['a.xml', 'lines before its elements', `${times('\n', 2 ** 19)}<a>${times('<b/>', 2 ** 17 - 10)}</a>`],
  ['a.xml', 'elements without a value', `${times('\n', 2 ** 19)}<a>${times('<b><c/></b>', 40_000)}</a>`],
  ['settings.py', 'signs of comments in a table', `A = {"b": 1 ${times('# ', 10_000)}`],
  ['settings.py', 'blanks behind the sign of a type', `A = 1\na:${times(' ', 2 ** 19)}b${times(' ', 2 ** 19 - 10)}`],
  ['settings.py', 'names, each before an import of all names', many(50_000, (at) => `A${at}=1\ninclude\n`)],
])('%s of %s is read or refused in time', async (path, _of, content) => {
  const files = openSecretFiles(openThread)
  expect(await files.parse(path, Buffer.from(content))).not.toMatchObject({ skipped: 'too-slow' })
  await files.close()
})

test('as many lines of .pgpass as a file may have are ordered in time', async () => {
  const files = openSecretFiles(openThread)
  const user = times('u', 80)
  const hosts = Array.from({ length: 9_000 }, (_, at) => ({ key: `h${at}:*:*:${user}`, value: 'x' }))
  const covered = Array.from({ length: 999 }, (_, at) => ({ key: `h${at}:1:d:${user}`, value: 'y' }))
  const built = await files.build('pgpass', [{ key: '*:*:*:*', value: 'z' }, ...hosts, ...covered])
  expect(built.toString().split('\n').slice(0, 2)).toEqual([`h0:1:d:${user}:y`, `h0:*:*:${user}:x`])
  expect(built.toString().endsWith(`\nh8999:*:*:${user}:x\n*:*:*:*:z\n`)).toBe(true)
  await files.close()
})

test('a file that takes too much memory is skipped, and the next one is read', async () => {
  const files = openSecretFiles(openThread, { memoryMiB: 24 })
  const hostile = Buffer.from(`[${times('1,', 2 ** 19 - 2)}1]`)
  expect(await files.parse('a.json', hostile)).toEqual({ skipped: 'too-complex', line: 1 })
  expect(await files.parse('.env', Buffer.from('A=1'))).toMatchObject({ format: 'dotenv' })
  await files.close()
})

test('a file that takes too long is skipped, and the next one is read', async () => {
  const files = openSecretFiles(openThread, { answerMs: 1 })
  expect(await files.parse('a.yml', Buffer.from('a: 1'))).toEqual({ skipped: 'too-slow', line: 1 })
  await files.close()
  const patient = openSecretFiles(openThread)
  expect(await patient.parse('.env', Buffer.from('A=1'))).toMatchObject({ format: 'dotenv' })
  expect((await patient.write('dotenv', Buffer.from('A=1'), [{ key: 'A', value: '2' }])).toString()).toBe('A=2')
  await expect(patient.write('dotenv', Buffer.from('A="'), [{ key: 'A', value: '2' }])).rejects.toThrow(/unterminated/)
  await expect(patient.build('pgpass', [{ key: 'a', value: 'b' }])).rejects.toThrow(/cannot hold/)
  await patient.close()
})
