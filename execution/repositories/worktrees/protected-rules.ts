import { isExampleName } from '../../../packages/secret-files/index.ts'

interface Rule {
  readonly name: RegExp
  readonly reason: string
  /** Pattern that the file must match as well, if its name is too vague. */
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

/** Larger files are not searched, and cannot be protected files. */
export const protectedMostBytes = 1024 * 1024

/** Folders of packages, build results and tools, which do not hold people's own credentials. */
export const foldersOfOthers: ReadonlySet<string> = new Set([
  '.git', '.hg', '.svn', 'node_modules', 'bower_components', 'vendor', '.venv', 'venv', '__pycache__', '.tox', 'dist',
  'build', 'out', 'target', '.next', '.nuxt', '.cache', 'coverage', '.terraform', '.gradle', '.atelier',
]) // prettier-ignore

const rulesFor = (name: string) => (isExampleName(name) ? [] : rules.filter((rule) => rule.name.test(name)))

/** Why a file of this name is protected, as a word for people; undefined for any other. `name` is without folders. */
export const reasonForName = (name: string): string | undefined => rulesFor(name)[0]?.reason

/** As `reasonForName`, for a file with known content. */
export const reasonForFile = (name: string, content: Uint8Array): string | undefined => {
  const matching = rulesFor(name)
  if (matching.length === 0) return undefined
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1')
  return matching.find((rule) => rule.holds?.test(text) ?? true)?.reason
}
