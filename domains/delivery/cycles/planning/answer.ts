import Type from 'typebox'
import { checkLater } from '../../../../platform/validation/check-later.ts'
import { planLimits } from '../rules.ts'
import { faultsOfPlan, type PlannedPiece } from '../rules-plan.ts'

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
          },
          { additionalProperties: false },
        ),
        { maxItems: 1_000 },
      ),
    },
    { additionalProperties: false },
  ),
)

/** A plan, where no tasks mean that the request stays one; or what is wrong with an answer, in words for its author. */
export type ReadPlan = { readonly pieces: readonly PlannedPiece[] } | { readonly faults: readonly string[] }

/** The answer of a planning model. One task is no plan: the request itself says it better. */
export const readPlan = (text: string): ReadPlan => {
  const value = jsonIn(text)
  if (!isAnswer.Check(value)) return { faults: ['That is not the JSON object that was asked for.'] }
  const pieces = value.tasks.map(({ name, title, description, needs }) => ({
    ...{ name: line(name), title: line(title) },
    ...{ description: storable(description).trim(), needs: needs.map(line) },
  }))
  if (pieces.length === 0) return { pieces }
  const faults = faultsOfPlan(pieces)
  if (faults.length > 0) return { faults: faults.slice(0, 10).map((fault) => fault.slice(0, 500)) }
  return { pieces: pieces.length === 1 ? [] : pieces }
}

/** The one object of a text: models put words or a fence around it. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

const line = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .toWellFormed()

const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Each task with the request behind it: an agent that sees its part alone would guess the rest. */
export const withRequest = (pieces: readonly PlannedPiece[], request: string): PlannedPiece[] =>
  pieces.map((piece) => ({
    ...piece,
    description:
      `${piece.description}\n\nThis is one of ${pieces.length} tasks of a larger request; do this one alone. The others: ${othersOf(
        pieces,
        piece,
      )}. The request was:\n\n${request.replaceAll(/^/gm, '> ')}`.slice(0, planLimits.descriptionChars),
  }))

const othersOf = (pieces: readonly PlannedPiece[], piece: PlannedPiece) =>
  pieces
    .filter((one) => one !== piece)
    .map(({ title }) => `“${title}”`)
    .join(', ')
