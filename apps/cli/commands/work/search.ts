import { search as operation } from '../../../../domains/record/search/contract.ts'
import { searchedKinds, type SearchedKind } from '../../../../domains/record/search/rules.ts'
import type { Reply } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import { shortId } from '../../ids.ts'
import { chooseProject } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

interface SearchOptions {
  readonly kind?: string
  readonly project?: string
}

/** `atelier search`: prints a line for each hit, and below it the matching text. */
export const search = async (session: Session, words: readonly string[], { kind, project }: SearchOptions) => {
  if (kind !== undefined && !isKind(kind)) throw usage(`--kind is one of ${searchedKinds.join(', ')}.`)
  const client = await session.client()
  const projectId = project === undefined ? undefined : await chooseProject(session, project)
  const query = {
    q: words.join(' '),
    ...(kind !== undefined && { kind }),
    ...(projectId !== undefined && { projectId }),
  }
  const found = await client.call(operation, { query })
  session.output.document(found)
  for (const thing of found.named) printNamed(session, thing)
  for (const hit of found.hits) printHit(session, hit)
  for (const document of found.documents) printDocument(session, document)
  if (found.named.length + found.hits.length + found.documents.length === 0)
    session.output.say('Nothing has all of these words.')
  if (found.isCut) session.output.say('There is more. Another word narrows it.')
}

const isKind = (kind: string): kind is SearchedKind => (searchedKinds as readonly string[]).includes(kind)

const printNamed = (
  { output }: Session,
  { kind, name, also }: Pick<Reply<typeof operation>['named'][number], 'kind' | 'name' | 'also'>,
) => output.print(`${kind}  ${printable(name)}${also === null ? '' : `  (${printable(also)})`}`)

const printHit = (
  { output }: Session,
  { kind, id, handle, title, projectName, snippet }: Reply<typeof operation>['hits'][number],
) => {
  const place = kind === 'project' ? '' : `  (${printable(projectName)})`
  output.print(`${kind}  ${handle ?? shortId(id)}  ${printable(title)}${place}`)
  const said = snippet.map(({ text }) => text).join('')
  if (said !== '') output.print(`  ${printable(said)}`)
}

const printDocument = (
  { output }: Session,
  { id, title, projectName, page, snippet }: Reply<typeof operation>['documents'][number],
) => {
  const place = projectName === null ? '' : `  (${printable(projectName)})`
  output.print(`document  ${shortId(id)}  ${printable(title)}${page === null ? '' : `, page ${page}`}${place}`)
  const said = snippet.map(({ text }) => text).join('')
  if (said !== '') output.print(`  ${printable(said)}`)
}
