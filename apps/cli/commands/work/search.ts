import { search as operation } from '../../../../domains/record/search/contract.ts'
import { searchedKinds, type SearchedKind } from '../../../../domains/record/search/rules.ts'
import { defined, type Reply } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import { shortId } from '../../ids.ts'
import { chooseProject } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

type SearchReply = Reply<typeof operation>

interface SearchOptions {
  readonly kind?: string
  readonly project?: string
}

/** `atelier search`: prints a line for each hit, and below it the matching text. */
export const search = async (session: Session, words: readonly string[], { kind, project }: SearchOptions) => {
  if (kind !== undefined && !isKind(kind)) throw usage(`--kind is one of ${searchedKinds.join(', ')}.`)
  const client = await session.client()
  const projectId = project === undefined ? undefined : await chooseProject(session, project)
  const query = defined({ q: words.join(' '), kind, projectId })
  const found = await client.call(operation, { query })
  session.output.document(found)
  for (const { kind: what, name, also } of found.named)
    session.output.print(`${what}  ${printable(name)}${also === null ? '' : `  (${printable(also)})`}`)
  for (const line of [...found.hits.flatMap(hitLines), ...found.documents.flatMap(documentLines)])
    session.output.print(line)
  if (found.named.length + found.hits.length + found.documents.length === 0)
    session.output.say('Nothing has all of these words.')
  if (found.isCut) session.output.say('There is more. Another word narrows it.')
}

const isKind = (kind: string): kind is SearchedKind => (searchedKinds as readonly string[]).includes(kind)

const hitLines = ({ kind, id, handle, title, projectName, snippet }: SearchReply['hits'][number]) => {
  const place = kind === 'project' ? '' : `  (${printable(projectName)})`
  return [`${kind}  ${handle ?? shortId(id)}  ${printable(title)}${place}`, ...snippetLines(snippet)]
}

const documentLines = ({ id, title, projectName, page, snippet }: SearchReply['documents'][number]) => {
  const place = projectName === null ? '' : `  (${printable(projectName)})`
  const pageText = page === null ? '' : `, page ${page}`
  return [`document  ${shortId(id)}  ${printable(title)}${pageText}${place}`, ...snippetLines(snippet)]
}

const snippetLines = (snippet: SearchReply['hits'][number]['snippet']) => {
  const text = snippet.map((part) => part.text).join('')
  return text === '' ? [] : [`  ${printable(text)}`]
}
