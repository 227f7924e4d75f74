import { findingAt, shownMost, type Change, type FileChange, type Finding } from '../change.ts'
import { addedRawLines, type Line } from '../changed-lines.ts'
import { addressPattern } from './addresses.ts'
import { isDocumentPath } from '../test-paths.ts'

const lineMostChars = 2_000

/** Lines of documents that people carry out, follow, or that speak to agents, as far as the request does not name them. */
export const documentChanges = (change: Change): Finding[] => {
  const documents = change.files.filter(({ path, text }) => isDocumentPath(path) && text.after !== undefined)
  const before = change.files.flatMap(({ path, text }) => (isDocumentPath(path) ? (text.before ?? '').split('\n') : []))
  const known = {
    request: change.request,
    commands: before.flatMap((line) => commandsIn(line.slice(0, lineMostChars))),
    before: before.join('\n'),
  }
  return documents.flatMap((file) =>
    addedRawLines(file)
      .flatMap((line) => findingsAt(file, line, known))
      .slice(0, shownMost),
  )
}

interface KnownText {
  readonly request: string
  readonly commands: readonly string[]
  readonly before: string
}

const findingsAt = (file: FileChange, line: Line, known: KnownText): Finding[] => {
  const prose = line.text.slice(0, lineMostChars)
  const commands = commandsIn(prose).filter((text) => !isKnownCommand(text, known))
  const addresses = addressesIn(prose).filter((text) => !known.request.includes(text) && !known.before.includes(text))
  return [
    ...commands.map((text) => finding(file, line, 'command', text)),
    ...addresses.map((text) => finding(file, line, 'address', text)),
    ...(speaksToAgents(prose) ? [finding(file, line, 'agents', prose.trim())] : []),
  ]
}

const found = {
  command: { kind: 'document_command_changed', does: 'has a command that the request does not name' },
  address: { kind: 'document_address_changed', does: 'has an address that the request does not name' },
  agents: { kind: 'document_speaks_to_agents', does: 'speaks to agents or reviewers' },
} as const

const finding = ({ path }: FileChange, { line }: Line, of: keyof typeof found, value: string): Finding =>
  findingAt(path, line, found[of].kind, `${found[of].does}: “${value.slice(0, 120)}”.`)

const launchers =
  'npm|npx|pnpm|pnpx|yarn|bun|bunx|deno|node|pip3?|pipx|uvx?|poetry|pdm|conda|python3?|go|cargo|rustup|gem|bundle|composer|php|ruby|brew|apt|apt-get|dnf|yum|apk|pacman|snap|choco|scoop|winget|curl|wget|iwr|irm|iex|powershell|pwsh|bash|sh|zsh|sudo|su|docker|podman|kubectl|helm|terraform|git|ssh|scp|rsync|nc|chmod|chown|rm|mv|dd|eval|source|export|make|java|mvn|gradle|dotnet'
const command = new RegExp(`^(?:[$#%>]\\s+)?((?:\\w+=\\S+\\s+){0,9}(?:${launchers})\\s+(?=[-\\w@./"'$<:]).*)$`)
/** Words after which a line is a sentence and no command. */
const sentence = /(?<![A-Za-z])[A-Za-z]{2,20}\s(?:the|a|an|to|is|are|it|this|that|and|or|with|for)\s/i

/** Commands in a line of a document, each with single spaces; a sentence that begins with such a word is left out. */
const commandsIn = (line: string): string[] => {
  const parts = line.includes('`')
    ? [...line.matchAll(/(?<!`)`+([^`]+)`/g)].map(([, code]) => code!)
    : [line.replace(/^\s*(?:[-*+]\s+|\d+[.)]\s+|>\s*)/, '')]
  return parts
    .map((text) => command.exec(text.trim())?.[1]?.trim().replaceAll(/\s+/g, ' ') ?? '')
    .filter((text) => text !== '' && !(sentence.test(text) && !line.includes('`')))
}

/** Named by the request; or an earlier command of these documents, with nothing new but words of the request. */
const isKnownCommand = (text: string, { request, commands }: KnownText): boolean => {
  if (request.includes(text)) return true
  const words = text.split(' ')
  return commands.some((earlier) => {
    const known = new Set(earlier.split(' '))
    return words[0] === earlier.split(' ')[0] && words.every((word) => known.has(word) || request.includes(word))
  })
}

const mail = /[\w.+-]{1,64}@[\w-]+(?:[.][\w-]+)+/g

const addressesIn = (line: string): string[] =>
  [...line.matchAll(addressPattern), ...line.matchAll(mail)].map(([found]) =>
    found.replace(/(?<![.,;:!?*_])[.,;:!?*_]+$/, ''),
  )

const reader =
  /\b(?:AI|LLMs?|agents?|assistants?|copilots?|claude|chatgpt|gpt-?\d|gemini|cursor|codex|language models?|bots?|reviewers?|maintainers? tools?)\b/i
const demand =
  /\b(?:must|shall|always|never|ignore|disregard|skip|bypass|approve|merge|accept|trust|do not|don.t|please|should|have to|need to|instead of|without (?:asking|review|telling))\b/i
const injected =
  /\b(?:ignore|disregard|forget) (?:all |any |the )?(?:previous|prior|above|earlier|other) (?:instructions?|rules?|text)\b|\bsystem prompt\b|\byou are (?:an? |now )|<\/?(?:system|instructions?|assistant)>/i

const speaksToAgents = (line: string): boolean => injected.test(line) || (reader.test(line) && demand.test(line))
