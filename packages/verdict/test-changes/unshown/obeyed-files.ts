import { findingOn, type Change, type FileChange, type Finding } from '../change.ts'
import { changedLines, keptLines, sayLines, type Line, type LineChanges } from '../changed-lines.ts'
import { isGitHook, settingKindOf } from '../test-paths.ts'
import { manifestLines } from './manifest-lines.ts'

interface ObeyedKind {
  readonly path: RegExp
  /** The reason for which a person looks at such a file, as a sentence. */
  readonly why: string
  /** The lines that are obeyed; all of them if it is left out. */
  readonly lines?: (line: Line) => boolean
}

const isMatching =
  (pattern: RegExp) =>
  ({ text }: Line) =>
    pattern.test(text)

const build = 'It runs when the project is built or installed.'
const packages = 'Package managers and builds obey it.'

const kinds: readonly ObeyedKind[] = [
  {
    path: /(?:^|\/)[.](?:vscode|vscode-test|idea|devcontainer|fleet|zed|vs|theia)\/|(?:^|\/)[.]devcontainer[.]json$|[.]code-workspace$/,
    why: 'Editors run what it says.',
  },
  {
    path: /(?:^|\/)[.](?:claude|cursor|codex|gemini|windsurf|continue|roo|cline|clinerules|kiro|junie|agents?|aider[^/]*|opencode|amazonq|augment|kilocode|kilocodemodes|roomodes|trae|crush|qwen|goose|factory|amp)(?:\/|$)|(?:^|\/)(?:AGENTS?|CLAUDE|GEMINI|QWEN|SKILL|CONVENTIONS)(?:[.][\w-]+)*[.]md$|(?:^|\/)[.](?:cursorrules|windsurfrules|goosehints|rules)$|(?:^|\/)[.]?(?:mcp|crush|opencode)[.]jsonc?$|(?:^|\/)[.]github\/(?:copilot-|instructions\/|prompts\/|chatmodes\/|agents\/)/i,
    why: 'Agents obey it.',
  },
  {
    path: /(?:^|\/)(?:[\w.-]*[.])?(?:Docker|Container)file(?:[.][\w.-]+)?$|(?:^|\/)(?:docker-)?compose(?:[.-][\w.-]+)?[.]ya?ml$|(?:^|\/)Vagrantfile$/i,
    why: 'Containers are built and started by it.',
  },
  {
    path: /(?:^|\/)(?:Procfile|vercel[.]json|netlify[.]toml|fly[.]toml|render[.]ya?ml|railway[.](?:json|toml)|serverless[.](?:ya?ml|json|ts)|wrangler[.](?:toml|jsonc?)|app[.]ya?ml|cloudbuild[.]ya?ml|[.]htaccess|[.]user[.]ini)$/,
    why: 'The host that serves the project obeys it.',
  },
  { path: /(?:^|\/)CODEOWNERS$/, why: 'The code host asks the people that it names for reviews.' },
  {
    path: /(?:^|\/)[.](?:github|gitlab|gitea|forgejo)\/(?!(?:ISSUE_TEMPLATE|PULL_REQUEST_TEMPLATE|issue_templates|merge_request_templates)(?:\/|[.]))/i,
    why: 'The code host obeys it.',
  },
  {
    path: /(?:^|\/)(?:[.]?renovate(?:rc)?(?:[.]json5?)?|dependabot[.]ya?ml|[.]mergify[.]ya?ml|[.]kodiak[.]toml|bors[.]toml|[.]?release-please[\w.-]*[.]json|[.]releaserc(?:[.]\w+)?|[.]snyk)$/,
    why: 'A bot obeys it.',
  },
  { path: /(?:^|\/)(?:LICEN[CS]ES?|COPYING|UNLICENSE)(?:[.-][\w.-]+)?$/i, why: 'It says who may use the project.' },
  {
    path: /(?:^|\/)SECURITY[\w.-]{0,40}[.](?:md|txt|rst|adoc)$|(?:^|\/)(?:[.]well-known\/)?security[.]txt$/i,
    why: 'It says to whom people report faults.',
  },
  {
    path: /(?:^|\/)(?:setup[.]py|build[.]rs|build[.]zig|extconf[.]rb|binding[.]gyp|[\w.-]+[.]gemspec|hatch_build[.]py|install[.]sh|bootstrap[.]sh|(?:pre|post)install[.]\w+)$/,
    why: build,
  },
  {
    path: /(?:^|\/)(?:webpack|rollup|rolldown|rspack|rsbuild|esbuild|tsup|babel|next|nuxt|svelte|astro|metro|postcss|remix|vue)[.]config[.][cm]?[jt]s$|(?:^|\/)(?:Gruntfile|gulpfile)[.]\w+$|(?:^|\/)[.]?babelrc(?:[.][cm]?js)?$/,
    why: build,
  },
  {
    path: /(?:^|\/)(?:[.]npmrc|[.]yarnrc(?:[.]ya?ml)?|bunfig[.]toml|[.]?pip[.]conf|[.]bundle\/config|[.]cargo\/config(?:[.]toml)?)$/,
    why: packages,
    lines: isMatching(
      /script|shell|node-options|ssl|prox|\bca\b|cafile|cert|\bgit\b|plugin|path|preload|module|hook|wrapper|runner|linker|flags|alias|immutable/i,
    ),
  },
  {
    path: /(?:^|\/)[.]pnpmfile[.]c?js$|(?:^|\/)[.]yarn\/(?:releases|plugins)\/|(?:^|\/)[.]mvn\/|(?:^|\/)gradle\/wrapper\/|(?:^|\/)(?:gradlew|mvnw)(?:[.](?:bat|cmd))?$/,
    why: packages,
  },
  {
    path: /(?:^|\/)(?:[.]envrc|[.]?mise[.]toml|flake[.]nix|shell[.]nix|default[.]nix|Brewfile|Tiltfile|[.]gitpod[.]ya?ml)$/,
    why: 'Tools run it in the checkouts of people.',
  },
  { path: /(?:^|\/)[.]gitattributes$/, why: 'Git filters, merges and shows files by it.' },
  {
    path: /(?:^|\/)(?:[.](?:gitleaks|semgrep|trivy|secretlint|sonarcloud|checkov|tfsec|hadolint|bandit|codeql|dockle|grype|kics|osv-scanner)(?:ignore|rc|[.]toml|[.]ya?ml|[.]properties|[.]json)*|(?:trivy|osv-scanner|semgrep|gitleaks)[.](?:ya?ml|toml)|sonar-project[.]properties)$|(?:^|\/)[.]semgrep\//,
    why: 'A scanner obeys it.',
  },
  { path: /[.](?:ps1|psm1|bat|cmd)$/i, why: 'Tools and people run it.' },
  {
    path: /[.](?:tf|hcl|tofu)(?:[.]json)?$/,
    why: 'It builds what the project runs on.',
    lines: isMatching(/\b(?:local-exec|remote-exec|external|command|inline|script|user_data)\b/),
  },
  {
    path: /(?:^|\/)CMakeLists[.]txt$|[.]cmake$/,
    why: build,
    lines: isMatching(
      /\b(?:execute_process|add_custom_(?:command|target)|ExternalProject\w*|FetchContent\w*|include)\s*\(|\bDOWNLOAD\b/i,
    ),
  },
  { path: /(?:^|\/)meson[.]build$/, why: build, lines: isMatching(/\b(?:run_command|custom_target|subproject)\s*\(/) },
  {
    path: /(?:^|\/)(?:build|settings)[.]gradle(?:[.]kts)?$|[.]gradle(?:[.]kts)?$/,
    why: build,
    lines: isMatching(
      /\b(?:exec|commandLine|doLast|doFirst|task|tasks|apply|plugins|buildscript|ProcessBuilder|execute|uri|url|maven|includeBuild)\b/,
    ),
  },
]

/** Files that tools run, or that hosts, editors, agents and people obey: no test in the project shows their effect. */
export const obeyedFiles = (change: Change): Finding[] => change.files.flatMap((file) => findingOf(file) ?? [])

const findingOf = (file: FileChange): Finding | undefined => {
  const paths = [file.path, file.text.from ?? file.path]
  // They have findings of their own.
  if (paths.some((path) => settingKindOf(path) === 'ci' || isGitHook(path))) return undefined
  const kind = kinds.find(({ path }) => paths.some((one) => path.test(one)))
  if (kind) return findingAbout(file, keptLines(changedLines(file), kind.lines ?? (() => true)), kind.why, !kind.lines)
  const lines = manifestLines(file)
  return lines && findingAbout(file, lines, 'Builds, installations or licences depend on it.', false)
}

/** A file without readable lines is named as well, if all of it is obeyed. */
const findingAbout = (file: FileChange, lines: LineChanges, why: string, isWhole: boolean): Finding | undefined => {
  const { text, path } = file
  const kind = 'obeyed_file_changed'
  const first = sayLines(path, lines)
  if (first) return { ...findingOn(path, kind, `${first.sentence} ${why}`), line: first.line }
  const isUnread = text.before === undefined && text.after === undefined
  const isRenamed = text.kind === 'renamed' || text.kind === 'type_changed'
  return isWhole && (isUnread || isRenamed) ? findingOn(path, kind, `${path} is another file now. ${why}`) : undefined
}
