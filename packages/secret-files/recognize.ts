import { isRebuilt, type Format } from './formats.ts'

/** The kind of a file: a format to read, a credential that is kept whole, or why it is neither. */
type Recognized =
  | { readonly format: Format }
  | { readonly opaque: string }
  | { readonly skipped: string; readonly line: number }

interface Rule<Outcome> {
  /** Pattern for the whole path, with slashes. */
  readonly path?: RegExp
  /** Pattern for the content, its bytes as Latin-1. Both must match if both are set. */
  readonly content?: RegExp
  readonly is: Outcome
}

const exampleName = /(?:^|[._-])(?:example|sample|template|dist|test-?fixture)s?(?:[._-]|$)/i
// Behind other words “default” is part of a name, as in .env.override.with.default.
const defaultName = /^(?:\.?env[._-])?defaults?(?:[._-]|$)/i

/** True if a file, by its name, is only an example of settings. */
export const isExampleName = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return exampleName.test(name) || defaultName.test(name)
}

const environment = /(?:^|\/)(?:\.env(?:[._-][^/]+)?|\.envrc(?:\.[^/]+)?|[^/]+\.env|env\.(?:example|sample|dist))$/i

// Also before the ending of a settings file, as in appsettings.Example.json.
const exampleEnding =
  /\.(?:example|sample|template|dist)(?:\.(?:json|ya?ml|toml|properties|ini|cfg|xml|config|py|tfvars))?$/i

const envelopes: readonly Rule<string>[] = [
  { content: /^\0GITCRYPT\0/, is: 'git-crypt' },
  { content: /^age-encryption\.org\/v1|^\s*-----BEGIN AGE ENCRYPTED FILE-----/, is: 'age' },
  { path: /\.age$/i, is: 'age' },
  { content: /^\s*-----BEGIN PGP MESSAGE-----/, is: 'pgp' },
  { path: /\.(?:gpg|pgp)$/i, is: 'pgp' },
  { content: /^\$ANSIBLE_VAULT;/m, is: 'ansible-vault' },
  { path: /\.ya?ml$/i, content: /!vault\b/, is: 'ansible-vault' },
  { path: /\.ya?ml$/i, content: /^kind:[ \t]*["']?SealedSecret\b/m, is: 'sealed-secret' },
  { content: /"kind"\s*:\s*"SealedSecret"/, is: 'sealed-secret' },
  { path: /(?:^|\/)\.env\.vault$/i, is: 'dotenv-vault' },
  { content: /^(?:export )?[\w.-]+[ \t]*=[ \t]*["']?encrypted:/m, is: 'dotenvx' },
  { path: /\.ya?ml$/i, content: /^sops:[ \t]*\r?$/m, is: 'sops' },
  { content: /^(?=[^]*"sops"\s*:)(?=[^]*"(?:mac|version)"\s*:)/, is: 'sops' },
  { content: /^sops_(?:mac|version)[ \t]*=/m, is: 'sops' },
  { content: /^\[sops\][ \t]*\r?$/m, is: 'sops' },
  { content: /\bENC\[(?:AES256_GCM|PKCS7|GPG),/, is: 'sops' },
  { path: /\.e(?:json|yaml|toml)$/i, is: 'ejson' },
  { content: /"EJ\[1:/, is: 'ejson' },
  // Encrypted values of Spring, and of Micronaut: one such value is enough, as with dotenvx.
  { path: /\.(?:properties|ya?ml)$/i, content: /[=:][ \t]{0,99}["']?ENC\([A-Za-z0-9+/=]{16,}\)/, is: 'jasypt' },
  { path: /(?:^|\/)config\/credentials(?:\/[^/]+)?\.yml\.enc$/, is: 'rails-credentials' },
  { path: /\.enc(?:rypted)?$/i, is: 'encrypted' },
  {
    path: /(?:^|\/)config\/secrets\/[^/]{1,255}\/[^/]{1,255}\.(?!decrypt\.private)[^/]{0,255}\.php$/,
    is: 'symfony-vault',
  },
]

const opaque: readonly Rule<string>[] = [
  {
    content: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/,
    path: /^(?!.*\.(?:env|envrc|ya?ml|json|toml|properties|tfvars|py)$)(?!.*\.env[^/]*$)/i,
    is: 'private key',
  },
  { path: /\.(?:p12|pfx|jks|bks|keystore|truststore|kdbx)$/i, is: 'key store' },
  { content: /^\xfe\xed\xfe\xed|^\xce\xce\xce\xce/, is: 'key store' },
  { path: /\.(?:key|pem|ppk|der)$/i, is: 'private key' },
  { content: /"type"\s*:\s*"(?:service_account|authorized_user|external_account)"/, is: 'service account' },
  { path: /(?:^|\/)(?:\.docker\/config\.json|\.dockerconfigjson|\.dockercfg)$/, is: 'container credentials' },
  { path: /(?:^|\/)\.kube\/config$|(?:^|[/.])kubeconfig(?:\.[^/]*)?$/i, is: 'cluster configuration' },
  {
    content: /^(?=(?:[^]*\n)?kind:[ \t]*["']?Config\b)(?=(?:[^]*\n)?(?:users|clusters):)/,
    is: 'cluster configuration',
  },
  { path: /\.tfstate(?:\.backup)?$/, is: 'infrastructure state' },
  {
    path: /(?:^|\/)(?:\.git-credentials|\.htpasswd|\.gem\/credentials|\.terraformrc|\.vault-token)$/,
    is: 'credentials file',
  },
  { path: /(?:^|\/)config\/secrets\/[^/]+\/[^/]+\.decrypt\.private\.php$/, is: 'private key' },
]

const byPath: readonly Rule<Format>[] = [
  { path: /(?:^|\/)\.envrc(?:\.[^/]+)?$/i, is: 'direnv' },
  { path: /(?:^|\/)\.env(?:\.[^/]+)?$|\.env$/i, is: 'dotenv' },
  { path: /\.tfvars$/, is: 'tfvars' },
  { path: /\.properties$/i, is: 'properties' },
  { path: /(?:^|\/)\.?npmrc$/, is: 'npmrc' },
  { path: /(?:^|\/)[._]?netrc$/, is: 'netrc' },
  { path: /(?:^|\/)(?:\.pgpass|pgpass\.conf)$/, is: 'pgpass' },
  { path: /(?:^|\/)(?:pip\.(?:conf|ini)|\.pypirc|\.aws\/(?:credentials|config)|\.s3cfg|\.boto)$/, is: 'ini' },
  { path: /\.(?:ini|cfg)$/i, is: 'ini' },
  { path: /(?:^|\/)\.bundle\/config$/, is: 'yaml' },
  { path: /\.ya?ml$/i, is: 'yaml' },
  { path: /\.jsonc?$|\.tfvars\.json$/i, is: 'json' },
  { path: /\.toml$|(?:^|\/)\.cargo\/credentials$/i, is: 'toml' },
  { path: /(?:^|\/)nuget\.config$|\.(?:xml|config)$/i, is: 'xml' },
  { path: /\.py$/, is: 'python' },
]

const byContent: readonly Rule<Format>[] = [
  { content: /^\s*[{[]\s*["}\]{]/, is: 'json' },
  { content: /^\s*<\?xml\b/, is: 'xml' },
]

/** Files whose every line is an assignment or a comment, so that prose with one of them is not taken for settings. */
const byLines = (content: string): Format | undefined => {
  const lines = content.split('\n').filter((line) => !/^\s*(?:[#;].*)?$/.test(line))
  if (
    lines.length > 1 &&
    lines[0]!.startsWith('[') &&
    lines.every((line) => /^(?:\[[^\]]+\]\s*$|[\w.-]+\s*=)/.test(line))
  ) {
    return 'ini'
  }
  return lines.length > 0 && lines.every((line) => /^[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*=/.test(line))
    ? 'dotenv'
    : undefined
}

/** Recognizes a file by its path, and if that is not enough, by its content. The path is taken as checked. */
export const recognize = (path: string, bytes: Uint8Array): Recognized => {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const first = <Outcome>(rules: readonly Rule<Outcome>[]) =>
    rules.find((rule) => (rule.path?.test(path) ?? true) && (rule.content?.test(content) ?? true))?.is
  if (exampleEnding.test(path) || (environment.test(path) && isExampleName(path)))
    return { skipped: 'example-file', line: 1 }
  const envelope = first(envelopes)
  if (envelope) return { skipped: `encrypted-${envelope}`.replace('encrypted-encrypted', 'encrypted'), line: 1 }
  const whole = first(opaque)
  if (whole) return { opaque: whole }
  const format = first(byPath) ?? first(byContent) ?? byLines(content)
  return format ? { format } : { skipped: 'unknown-format', line: 1 }
}

/** Whether a file is exported rewritten. */
export const isExportedAnew = (path: string, bytes: Uint8Array): boolean => {
  const recognized = recognize(path, bytes)
  return 'format' in recognized && isRebuilt(recognized.format)
}
