import { validate } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import type { NamedProject } from '../../domain.ts'
import type { EveryDomain } from '../../every-domain.ts'
import { beginnersOf } from '../audit/index.ts'
import * as contract from './contract.ts'
import { namedKinds, namesMost } from './rules.ts'

interface NameParts {
  readonly everyDomain: Pick<EveryDomain, 'names'>
}

const listNames = ({ everyDomain }: NameParts) =>
  handle(contract.listNames, async ({ tx, caller, query, ok }) => {
    const only = caller.projectIds
    // A key that names projects learns of no person, client or invoice.
    const actors = only ? [] : await beginnersOf(tx, { traceIds: parseTraceIds(query.traceIds) })
    const ids = [...new Set([...parseIds(query.ids), ...actors.map(({ actorId }) => actorId)])]
    const found = await namesIn(tx, everyDomain.names, ids)
    const shown = found.filter(({ projectId }) => !only || (projectId !== null && only.includes(projectId)))
    const nameOf = new Map(shown.map(({ id, title }) => [id, title]))
    return ok({
      names: shown.map((thing) => ({ ...thing, clientAccountId: clientOf(thing, only) })),
      actors: actors.map((actor) => ({ ...actor, name: nameOf.get(actor.actorId) ?? null })),
    })
  })

/** A key that names projects reaches no client account. */
const clientOf = (thing: object, only: readonly string[] | undefined): string | null =>
  !only && 'clientAccountId' in thing ? ((thing as NamedProject).clientAccountId ?? null) : null

const namesIn = async (tx: Transaction, names: EveryDomain['names'], ids: readonly string[]) => {
  if (ids.length === 0) return []
  const found = await Promise.all(
    namedKinds.map(async (kind) => (await names[kind]!(tx, { ids })).map((thing) => ({ ...thing, kind }))),
  )
  return found.flat()
}

export default (parts: NameParts) => ({ listNames: listNames(parts) })

/** The ids of a list with commas, each once; an invalid id has no name. */
const idsWhere =
  (isId: (text: string) => boolean) =>
  (list = ''): string[] =>
    [...new Set(list.split(',').filter((text) => isId(text)))].slice(0, namesMost)

export const parseIds = idsWhere((text) => validate(text))
export const parseTraceIds = idsWhere((text) => /^[0-9a-f]{32}$/.test(text))
