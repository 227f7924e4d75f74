import { lstat, readdir, readlink, realpath, stat, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { StartRefusal } from '../../platform/configuration/refusal.ts'

/** A file or folder of the host, seen inside at `to`. */
export interface Bind {
  from: string
  to: string
  writable: boolean
}

/** The parts of the host's own system that every sandbox sees: programs and certificates that all may read. */
export interface Toolchain {
  binds: readonly Bind[]
  links: readonly { at: string; to: string }[]
  files: readonly SystemFile[]
  /** Folders with programs that lie elsewhere, seen at their own paths. */
  programs: readonly string[]
  /** The running Node, as a path inside. */
  node: string
  path: string
}

// Only the parts of /etc that programs need to run and to trust a certificate: /etc/ssl has private keys beside the
// public part. Debian's Chromium ends at once without its folder of settings, and shows no text without the fonts'
// settings. The settings of Maven stay outside, because they may have passwords.
const etc = [
  '/etc/alternatives', '/etc/ssl/certs', '/etc/ssl/openssl.cnf', '/etc/ssl/cert.pem', '/etc/pki/tls/certs',
  '/etc/pki/tls/cert.pem', '/etc/pki/ca-trust/extracted', '/etc/ca-certificates/extracted', '/etc/ld.so.cache',
  '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/localtime', '/etc/mime.types', '/etc/fonts', '/etc/chromium.d',
  '/etc/maven/m2.conf', '/etc/maven/logging',
] // prettier-ignore

// Debian's JDKs keep their settings there, such as `/etc/java-17-openjdk`; passwords are in `management`.
const javaSettings = async (folder = '/etc'): Promise<string[]> => {
  const jdks = (await readdir(folder)).filter((name) => /^java-\d+-openjdk$/.test(name))
  const paths = jdks.map(async (jdk) => {
    const names = await readdir(join(folder, jdk)).catch(() => [])
    return names.filter((name) => name !== 'management').map((name) => join(folder, jdk, name))
  })
  return (await Promise.all(paths)).flat()
}

const systemPath = '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin'

/** Looks at the host once for the life of the process. Throws without /usr, or without one of `programs`. */
export const findToolchain = async (programs: readonly string[] = []): Promise<Toolchain> => {
  const binds: Bind[] = [{ from: await realpath('/usr'), to: '/usr', writable: false }]
  const links: { at: string; to: string }[] = []
  for (const name of ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32']) {
    const found = await lstat(`/${name}`).catch(() => undefined)
    if (found?.isSymbolicLink()) links.push({ at: `/${name}`, to: await readlink(`/${name}`) })
    else if (found?.isDirectory()) binds.push({ from: `/${name}`, to: `/${name}`, writable: false })
  }
  for (const path of [...etc, ...(await javaSettings())]) {
    const from = await realpath(path).catch(() => undefined)
    if (from) binds.push({ from, to: path, writable: false })
  }
  for (const path of programs) {
    const found = await stat(path).catch(() => undefined)
    if (!found?.isDirectory())
      throw new StartRefusal(`ATELIER_SANDBOX_PROGRAMS names ${path}, which is no folder. Name one, or leave it out.`)
  }
  const elsewhere = programs.map((path) => normalize(path)).filter((path) => !path.startsWith('/usr/'))
  const { path, ...toolchain } = await withNode({ binds, links, files: await phpExtensions(), programs: elsewhere })
  // After the running Node, which the server's own programs need.
  const [own, ...others] = path.split(':')
  return { ...toolchain, path: [own, ...programs.map((folder) => join(folder, 'bin')), ...others].join(':') }
}

const withNode = async (system: Omit<Toolchain, 'node' | 'path'>): Promise<Toolchain> => {
  const node = await realpath(process.execPath)
  if (node.startsWith('/usr/')) return { ...system, node, path: `${dirname(node)}:${systemPath}` }
  const binds = [...system.binds, { from: node, to: '/opt/node/bin/node', writable: false }]
  const links = [...system.links]
  const npm = join(dirname(node), '..', 'lib', 'node_modules', 'npm')
  if (await stat(npm).catch(() => undefined)) {
    binds.push({ from: await realpath(npm), to: '/opt/node/lib/node_modules/npm', writable: false })
    links.push({ at: '/opt/node/bin/npm', to: '../lib/node_modules/npm/bin/npm-cli.js' })
    links.push({ at: '/opt/node/bin/npx', to: '../lib/node_modules/npm/bin/npx-cli.js' })
  }
  return { ...system, binds, links, node: '/opt/node/bin/node', path: `/opt/node/bin:${systemPath}` }
}

/** A file that sandboxes see in place of a host file. */
interface SystemFile {
  /** Absolute. */
  readonly path: string
  readonly text: string
}

const filesMost = 200

/** The lines of a configuration of PHP that load an extension by its name; other settings may be secrets. */
export const extensionLines = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /^(?:zend_)?extension\s*=\s*"?[\w-]{1,60}(?:\.so)?"?$/.test(line))

/** Configurations by which the PHP of Debian's packages loads its extensions, one for each version. */
export const phpExtensions = async (etc = '/etc/php'): Promise<readonly SystemFile[]> => {
  const versions = await readdir(etc).catch(() => [])
  const files = await Promise.all(
    versions
      .filter((version) => /^\d+\.\d+$/.test(version))
      .map(async (version) => {
        const folder = join(etc, version, 'cli/conf.d')
        const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.ini')).sort()
        const texts = names.slice(0, filesMost).map((name) => readFile(join(folder, name), 'utf8').catch(() => ''))
        const lines = (await Promise.all(texts)).flatMap(extensionLines)
        return { path: join(folder, 'extensions.ini'), text: `${lines.join('\n')}\n` }
      }),
  )
  return files.filter(({ text }) => text.trim() !== '')
}
