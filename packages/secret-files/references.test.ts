import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse as parseProperties } from 'dot-properties'
import { parse as parseDotenv } from 'dotenv'
import { decode as decodeIni } from 'ini'
import { parse as parseToml } from 'smol-toml'
import { parseAllDocuments } from 'yaml'
import { expect, test } from 'vitest'
import { isInstalled } from '../../testing/runner/programs.ts'
import { secretFileSamples, type SecretFileSample } from './testing/samples.ts'
import { isSoak } from '../../testing/soak.ts'
import { splitKey } from './dialect.ts'
import type { Format } from './formats.ts'
import { parseSecretFile } from './secret-files.ts'

const run = promisify(execFile)
const require = createRequire(createRequire(import.meta.url).resolve('pg'))

const samplesOf = (...formats: readonly Format[]) => secretFileSamples.filter(({ format }) => formats.includes(format))

const entriesOf = async ({ path, text }: SecretFileSample) => {
  const parsed = await parseSecretFile(path, Buffer.from(text))
  if (!('entries' in parsed)) throw new Error(`${path} was not read: ${JSON.stringify(parsed)}`)
  return parsed.entries
}

/** The value of a document under the segments of a key, as text; TOML's dates have a text of their own. */
const within = (document: unknown, key: string): string => {
  const found = splitKey(key)!.reduce<unknown>(
    (inner, name) => (inner as Readonly<Record<string, unknown>>)[name],
    document,
  )
  if (found instanceof Date) return found.toISOString()
  if (found === null) return ''
  return typeof found === 'string' ? found : JSON.stringify(found)
}

/** How many values a document holds, but for those that a YAML merge brings a second time. */
const leavesOf = (value: unknown): number =>
  typeof value === 'object' && value !== null && !(value instanceof Date)
    ? Object.entries(value).reduce((sum, [name, inner]) => sum + (name === '<<' ? 0 : leavesOf(inner)), 0)
    : 1

const documents: Partial<Record<Format, (text: string) => unknown>> = {
  json: (text) => JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, '')),
  toml: parseToml,
  yaml: (text) => {
    const all = parseAllDocuments(text).map((document) => document.toJS() as unknown)
    return all.length === 1 ? all[0] : all
  },
}

test.each(samplesOf('json', 'toml', 'yaml'))('$path has the values that the reader of $format sees', async (sample) => {
  const document = documents[sample.format]!(sample.text)
  const entries = await entriesOf(sample)
  expect(entries.length).toBe(leavesOf(document))
  for (const { key, value, kind } of entries) {
    const plain = kind === 'number' ? value.replaceAll('_', '') : value
    expect([key, plain]).toEqual([key, within(document, key)])
  }
})

const byKey = async (sample: SecretFileSample) =>
  Object.fromEntries((await entriesOf(sample)).map(({ key, value }) => [key, value]))

test.each(samplesOf('dotenv', 'properties'))('$path has all that the reader of $format sees', async (sample) => {
  const read = sample.format === 'dotenv' ? parseDotenv : parseProperties
  expect(await byKey(sample)).toEqual(read(sample.text))
})

test.each(samplesOf('npmrc'))('$path has what npm reads of it, but for its lists', async (sample) => {
  const { ca, ...single } = decodeIni(sample.text)
  expect(ca).toEqual(['x'])
  expect(await byKey(sample)).toEqual(
    Object.fromEntries(Object.entries(single).map(([key, value]) => [key, String(value)])),
  )
})

test.each(samplesOf('pgpass'))('$path has the passwords that clients of PostgreSQL find', async (sample) => {
  type Found = Readonly<Record<'host' | 'port' | 'database' | 'user' | 'password', string>>
  const { parseLine } = require('pgpass/lib/helper') as { parseLine: (line: string) => Found | null }
  // It takes a comment for an entry, which libpq does not.
  const written = sample.text.split('\n').filter((line) => !line.startsWith('#'))
  const lines = written.flatMap((line) => parseLine(line) ?? ([] as Found[]))
  const found = lines.map(({ host, port, database, user, password }) => [
    [host, port, database, user].join(':'),
    password,
  ])
  expect(await byKey(sample)).toEqual(Object.fromEntries(found))
})

const bash = `use() { :; }; PATH_add() { :; }; source "$0" >/dev/null; for name in "$@"; do printf '%s\\0' "\${!name}"; done`

test.skipIf(!isInstalled('bash')).each(samplesOf('direnv'))(
  '$path exports the values that bash does',
  async (sample) => {
    const entries = await entriesOf(sample)
    await inFile(sample, async (path) => {
      const { stdout } = await run('bash', ['-c', bash, path, ...entries.map(({ key }) => key)])
      expect(entries.map(({ value }) => value)).toEqual(stdout.split('\0').slice(0, -1))
    })
  },
)

// pip, twine and boto read with these modules. Each gives values by the segments of their keys.
const python = `
import ast, configparser, json, netrc, sys, xml.etree.ElementTree as tree
def ini(path):
    read = configparser.RawConfigParser(); read.read(path)
    return [[[section, key], value] for section in read.sections() for key, value in read.items(section)]
def machines(path):
    hosts = netrc.netrc(path).hosts
    return [[[host, name], value] for host, (login, _, password) in hosts.items()
            for name, value in (('login', login), ('password', password)) if value]
def leaves(value, path):
    if isinstance(value, dict): return [leaf for key, one in value.items() for leaf in leaves(one, path + [key])]
    if isinstance(value, list): return [leaf for at, one in enumerate(value) for leaf in leaves(one, path + [str(at)])]
    return [[path, str(value)]]
def settings(path):
    found = []
    for line in ast.parse(open(path).read()).body:
        if not isinstance(line, ast.Assign): continue
        try: found += leaves(ast.literal_eval(line.value), [line.targets[0].id])
        except ValueError: pass
    return found
def texts(path):
    found = []
    for one in tree.parse(path).iter():
        if 'value' in one.attrib: found.append([[], one.attrib['value']])
        elif len(one) == 0: found.append([[], (one.text or '').strip()])
    return found
print(json.dumps({'ini': ini, 'netrc': machines, 'python': settings, 'xml': texts}[sys.argv[1]](sys.argv[2])))
`

test.skipIf(!isInstalled('python3')).each(samplesOf('ini', 'netrc', 'python', 'xml'))(
  '$path has the values that Python’s reader of $format sees',
  async (sample) => {
    const entries = await entriesOf(sample)
    await inFile(sample, async (path) => {
      const { stdout } = await run('python3', ['-c', python, sample.format, path])
      const seen = JSON.parse(stdout) as [string[], string][]
      // An element of XML has no name of its own: only its values are compared.
      const named = entries.map(({ key, value }) => [sample.format === 'xml' ? [] : splitKey(key), value])
      expect(named.map((one) => JSON.stringify(one)).sort()).toEqual(seen.map((one) => JSON.stringify(one)).sort())
    })
  },
)

const java = `import java.io.*; import java.util.*;
class Read { public static void main(String[] args) throws Exception {
  var read = new Properties(); read.load(new FileInputStream(args[0]));
  for (var name : read.stringPropertyNames()) System.out.print(name + "\\0" + read.getProperty(name) + "\\0");
} }`

test.skipIf(!isSoak || !isInstalled('java')).each(samplesOf('properties'))(
  '$path has all that Java reads',
  async (sample) => {
    const entries = await byKey(sample)
    await inFile(sample, async (path, folder) => {
      await writeFile(join(folder, 'Read.java'), java)
      const words = (await run('java', [join(folder, 'Read.java'), path])).stdout.split('\0')
      const pairs = words.flatMap((word, at) => (at % 2 === 0 && at + 1 < words.length ? [[word, words[at + 1]]] : []))
      expect(entries).toEqual(Object.fromEntries(pairs))
    })
  },
)

test.skipIf(!isSoak || !isInstalled('terraform')).each(samplesOf('tfvars'))(
  '$path has all that Terraform reads',
  async (sample) => {
    const entries = await entriesOf(sample)
    const names = [...new Set(entries.map(({ key }) => splitKey(key)![0]!))]
    await inFile(sample, async (path, folder) => {
      await writeFile(join(folder, 'main.tf'), names.map((name) => `variable "${name}" {}\n`).join(''))
      const asking = run('terraform', [`-chdir=${folder}`, 'console', `-var-file=${path}`])
      asking.child.stdin!.end(`jsonencode({ ${names.map((name) => `${name} = var.${name}`).join(', ')} })\n`)
      const document = JSON.parse(JSON.parse((await asking).stdout) as string) as unknown
      expect(entries.length).toBe(leavesOf(document))
      for (const { key, value } of entries) expect([key, value]).toEqual([key, within(document, key)])
    })
  },
)

const inFile = async (sample: SecretFileSample, work: (path: string, folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-reference-'))
  const path = join(folder, sample.path.split('/').at(-1)!)
  try {
    await writeFile(path, sample.text, { mode: 0o600 })
    await work(path, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
