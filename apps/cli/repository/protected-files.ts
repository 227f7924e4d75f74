import { createHash } from 'node:crypto'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isExampleName } from '../../../execution/secret-files/index.ts'

/** A file beside the repository that programs need and that does not belong in it. */
export interface ProtectedFile {
  readonly path: string
  readonly reason: string
  readonly mode: '100644' | '100755' | '100600'
  readonly contentBase64: string
  readonly sha256: string
}

const fileMostBytes = 1024 * 1024
const filesMost = 1_000
const foldersMost = 20_000

const skippedFolders = new Set([
  ...['.git', '.hg', '.svn', 'node_modules', 'bower_components', 'vendor', '.venv', 'venv', '__pycache__', '.tox'],
  ...['dist', 'build', 'out', 'target', '.next', '.nuxt', '.cache', 'coverage', '.terraform', '.gradle', '.atelier'],
])

interface Rule {
  readonly name: RegExp
  readonly reason: string
  /** What the file must hold as well, where its name says too little. */
  readonly holds?: RegExp
}

const rules: readonly Rule[] = [
  { name: /^\.env(rc|\..+)?$|^.+\.env$/i, reason: 'environment file' },
  {
    name: /^id_(rsa|dsa|ecdsa|ed25519)$|\.(pem|key)$/i,
    reason: 'private key',
    holds: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/,
  },
  { name: /\.(p12|pfx|jks|keystore|kdbx)$/i, reason: 'key store' },
  { name: /^(master|credentials)\.key$/i, reason: 'encryption key' },
  { name: /^\.(npmrc|yarnrc|yarnrc\.yml)$/i, reason: 'package credentials', holds: /auth|password|token/i },
  { name: /^\.(netrc|pypirc|pgpass|git-credentials|htpasswd|dockercfg)$/i, reason: 'credentials file' },
  {
    name: /^(credentials|client_secrets?|service[-_]?account.*|secrets?)\.(json|ya?ml|toml|ini)$/i,
    reason: 'credentials file',
  },
  { name: /^.+\.tfvars(\.json)?$|^terraform\.tfstate(\.backup)?$/i, reason: 'infrastructure variables' },
]

/** Why a file of this name is protected, as a word for people; undefined for any other. */
export const reasonFor = (name: string): string | undefined =>
  isExampleName(name) ? undefined : rules.find((rule) => rule.name.test(name))?.reason

/**
 * The protected files of a work tree that `tracked` does not name, at most 1,000 of at most 1 MiB, sorted by path.
 * Links, folders of packages and build results, and repositories inside are not looked into.
 */
export const findProtectedFiles = async (
  workTree: string,
  tracked: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ProtectedFile[]> => {
  const found: ProtectedFile[] = []
  const folders = ['']
  for (let at = 0; at < folders.length && at < foldersMost && found.length < filesMost; at += 1) {
    signal.throwIfAborted()
    const folder = folders[at]!
    const entries = await readdir(join(workTree, folder), { withFileTypes: true }).catch(() => [])
    if (folder !== '' && entries.some(({ name }) => name === '.git')) continue
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) folders.push(path)
      if (!entry.isFile() || tracked.has(path) || reasonFor(entry.name) === undefined) continue
      const file = await readProtected(workTree, path, entry.name)
      if (file) found.push(file)
    }
  }
  return found.slice(0, filesMost).sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
}

const readProtected = async (workTree: string, path: string, name: string): Promise<ProtectedFile | undefined> => {
  const { size, mode } = await lstat(join(workTree, path))
  // A path that is not UTF-8 cannot be named in the manifest, and such a file is none that programs look for.
  if (size > fileMostBytes || path.includes('\uFFFD')) return undefined
  const content = await readFile(join(workTree, path)).catch(() => undefined)
  const rule =
    content && rules.find((one) => one.name.test(name) && (one.holds?.test(content.toString('latin1')) ?? true))
  if (!rule) return undefined
  return {
    path,
    reason: rule.reason,
    mode: mode & 0o100 ? '100755' : mode & 0o077 ? '100644' : '100600',
    contentBase64: content.toString('base64'),
    sha256: createHash('sha256').update(content).digest('hex'),
  }
}
