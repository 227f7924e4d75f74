import Type from 'typebox'
import { jsonWithin } from '../../../packages/foreign-json/index.ts'
import { checkLater } from '../../../platform/validation/check-later.ts'
import { safeLine } from '../../agents/asking/index.ts'
import { planLimits } from '../cycles/rules.ts'
import { faultsOfPlan, type PlannedPiece } from './rules-plan.ts'
import { placeInRepositories, type NamedRepository, type NamingPiece, type ReadPlan } from './repositories.ts'

const isAnswer = checkLater(
  Type.Object(
    {
      tasks: Type.Array(
        Type.Object(
          {
            name: Type.String({ maxLength: 1_000 }),
            title: Type.String({ maxLength: 10_000 }),
            description: Type.String({ maxLength: 100_000 }),
            needs: Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 100 }),
            repository: Type.Optional(Type.String({ maxLength: 1_000 })),
          },
          { additionalProperties: false },
        ),
        { maxItems: 1_000 },
      ),
    },
    { additionalProperties: false },
  ),
)

/** Reads the answer of a planning model. A single task in the primary repository is no plan: the request is better. */
export const readPlan = (text: string, repositories: readonly NamedRepository[] = []): ReadPlan => {
  const value = jsonWithin(text)
  if (!isAnswer.Check(value)) return { faults: ['That is not the JSON object that was asked for.'] }
  if (value.tasks.length === 0) return { pieces: [] }
  const read = placePlan(
    value.tasks.map(({ name, title, description, needs, repository = '' }) => ({
      name: safeLine(name),
      title: safeLine(title),
      repository: safeLine(repository),
      description: storable(description).trim(),
      needs: needs.map((name) => safeLine(name)),
    })),
    repositories,
  )
  if ('faults' in read) return { faults: read.faults.slice(0, 10).map((fault) => fault.slice(0, 500)) }
  return read.pieces.length === 1 && !read.pieces[0]!.repositoryId ? { pieces: [] } : read
}

/** A plan that can be carried out in these repositories, or all that is wrong with it. */
export const placePlan = (pieces: readonly NamingPiece[], repositories: readonly NamedRepository[]): ReadPlan => {
  const read = placeInRepositories(pieces, repositories)
  const faults = [...faultsOfPlan(pieces), ...('faults' in read ? read.faults : [])]
  return faults.length > 0 ? { faults } : read
}

const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Each task with the request behind it: an agent that sees only its part would guess the rest. */
export const withRequest = (pieces: readonly PlannedPiece[], request: string): PlannedPiece[] =>
  pieces.map((piece) => {
    const quoted = `The request was:\n\n${request.replaceAll(/^/gm, '> ')}`
    const description = `${piece.description}\n\n${besideOthers(pieces, piece)}${quoted}`
    return { ...piece, description: description.slice(0, planLimits.descriptionChars) }
  })

const besideOthers = (pieces: readonly PlannedPiece[], piece: PlannedPiece): string => {
  const others = pieces.filter((one) => one !== piece).map(({ title }) => `“${title}”`)
  if (others.length === 0) return ''
  return `This is one of ${pieces.length} tasks of a larger request; do this one alone. The others: ${others.join(', ')}. `
}
