import { type Static, type TObject, Type } from 'typebox'
import { checkLater, type LaterCheck } from '../validation/check-later.ts'
import type {
  ChildStart,
  CommitContext,
  CoordinatorContext,
  CoordinatorDefinition,
  Next,
  Parking,
  Step,
  StepDefinition,
  StepError,
  UntilChange,
} from './step.ts'
import * as plain from './step.ts'
import { workflow, type Workflow, type WorkflowDefinition } from './workflow.ts'

/** The payload of a step that needs none. */
export const NoPayload = Type.Object({})

/** A step in a graph: its input, and the steps that may follow it. */
interface Node<To extends string> {
  readonly payload: TObject
  readonly to: readonly To[]
}

/** A step of this graph that a run can continue with. Only the graph itself makes targets. */
export interface StepTarget<Kind extends string, Name extends string, Schema extends TObject> {
  readonly graph: Kind
  readonly name: Name
  readonly schema: Schema
}

/** A step of this graph with its effect and its commit. */
interface GraphStep<Kind extends string, Name extends string> extends Step {
  readonly graph: Kind
  readonly name: Name
}

type Answer<Value> = Promise<Value> | Value

interface GraphStepDefinition<Payload extends object, Effect, Follows> extends Pick<
  StepDefinition<Payload, Effect>,
  'version' | 'retries' | 'sandbox' | 'effect'
> {
  /** Turns a payload of an older version into today's shape; without it, the payload has to fit as it is. */
  upgrade?(stored: Record<string, unknown>, version: number): Payload
  /** In the transaction that ends the step; happens once. Ends in exactly one of goTo, park, finish, failRun. */
  commit(context: CommitContext<Payload>, effect: Effect): Answer<Follows>
  /** Decides when retries are used up, or when processes died in this step again and again. Without it the run fails. */
  failed?(context: CommitContext<Payload>, error: StepError): Answer<Follows>
}

/** A step without an effect that decides from rows; it may follow itself without saying so. */
interface GraphCoordinatorDefinition<Payload extends object, Follows>
  extends
    Pick<GraphStepDefinition<Payload, undefined, Follows>, 'version' | 'upgrade' | 'retries' | 'failed'>,
    Pick<CoordinatorDefinition<Payload>, 'lock'> {
  /** In one transaction, with the subject's rows and the run locked; happens once. Ends in exactly one of untilChange, goTo, park, finish, failRun. */
  commit(context: CoordinatorContext<Payload>): Answer<Follows | UntilChange>
}

type Versioned<Payload extends object> = Pick<GraphStepDefinition<Payload, undefined, never>, 'version' | 'upgrade'>

interface GraphDefinition<Kind extends string, Names extends string> extends Omit<
  WorkflowDefinition,
  'steps' | 'cancelled'
> {
  /** The first step of a run, unless the start names another. */
  readonly first: Names
  /** The step that cleans up after a cancelled run; it must end in `finish`. */
  readonly cancelled?: Names
  /** All of them. */
  readonly steps: { readonly [Name in Names]: GraphStep<Kind, Name> }
}

/**
 * Declares the steps for a kind of run, the input of each and the steps that may follow: every edge in a single place.
 * `step` carries one out, `workflow` takes all of them together, and `at` has the places that `goTo` and `park` lead
 * to. Payloads are checked against their schema when they are read back, since another version may have stored them.
 */
export const graph = <
  const Kind extends string,
  const Nodes extends { readonly [Name in keyof Nodes]: Node<keyof Nodes & string> },
>(
  kind: Kind,
  nodes: Nodes,
) => {
  type Names = keyof Nodes & string
  const at = Object.fromEntries(
    Object.entries<Node<Names>>(nodes).map(([name, { payload }]) => [name, { graph: kind, name, schema: payload }]),
  ) as { readonly [Name in Names]: StepTarget<Kind, Name, Nodes[Name]['payload']> }
  const payloadOf = <const Name extends Names>(
    name: Name,
    { upgrade, version = 1 }: Versioned<Static<Nodes[Name]['payload']>>,
  ) => ({
    version,
    payload: (stored: Record<string, unknown>, found: number) =>
      checked<Nodes[Name]['payload']>(
        name,
        nodes[name].payload,
        found === version ? stored : (upgrade?.(stored, found) ?? stored),
      ),
  })
  return {
    at,
    step: <const Name extends Names, Effect = undefined>(
      name: Name,
      definition: GraphStepDefinition<Static<Nodes[Name]['payload']>, Effect, Next<Kind, Nodes[Name]['to'][number]>>,
    ): GraphStep<Kind, Name> => ({
      ...plain.step<Static<Nodes[Name]['payload']>, Effect>(name, { ...definition, ...payloadOf(name, definition) }),
      graph: kind,
      name,
    }),
    /** Carries a step out that decides from rows which children begin and what comes next. */
    coordinator: <const Name extends Names>(
      name: Name,
      definition: GraphCoordinatorDefinition<
        Static<Nodes[Name]['payload']>,
        Next<Kind, Nodes[NoInfer<Name>]['to'][number] | NoInfer<Name>>
      >,
    ): GraphStep<Kind, Name> => ({
      ...plain.coordinator<Static<Nodes[Name]['payload']>>(name, { ...definition, ...payloadOf(name, definition) }),
      graph: kind,
      name,
    }),
    workflow: ({ first, cancelled, steps, ...rest }: GraphDefinition<Kind, Names>): Workflow => {
      const others = (Object.keys(nodes) as Names[]).filter((name) => name !== first && name !== cancelled)
      return workflow(kind, {
        ...rest,
        steps: [steps[first], ...others.map((name): Step => steps[name])],
        ...(cancelled && { cancelled: steps[cancelled] }),
      })
    },
  }
}

const checks = new WeakMap<TObject, LaterCheck<TObject>>()

/** Returns a stored payload that fits its schema; throws with its faults if it does not. */
const checked = <Schema extends TObject>(name: string, schema: Schema, stored: object): Static<Schema> => {
  const check = checks.get(schema) ?? checkLater<TObject>(schema)
  checks.set(schema, check)
  if (check.Check(stored)) return stored as Static<Schema>
  const faults = check.Errors(stored)
  const words = faults.slice(0, 5).map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`)
  throw new Error(`The stored payload of ${name} is not what this program reads: ${words.join('; ')}`)
}

/** The arguments of a step's payload, which is left out if the step needs none. */
type PayloadArguments<Schema extends TObject, More> = keyof Static<Schema> extends never
  ? [payload?: Record<string, never>, more?: More]
  : [payload: Static<Schema>, more?: More]

/** The run continues with that step, at once or after `delayMs`. */
export const goTo = <const Kind extends string, const Name extends string, Schema extends TObject>(
  place: StepTarget<Kind, Name, Schema>,
  ...[payload, { delayMs = 0 } = {}]: PayloadArguments<Schema, { readonly delayMs?: number }>
): Next<Kind, Name> => ({ next: 'step', graph: place.graph, name: place.name, payload: payload ?? {}, delayMs })

/** The run waits as a row until `resume` names one of the labels, and continues with that step. */
export const park = <const Kind extends string, const Name extends string, Schema extends TObject>(
  place: StepTarget<Kind, Name, Schema>,
  { details = {}, ...parking }: Omit<Parking, 'step' | 'payload'>,
  ...[payload]: PayloadArguments<Schema, never>
): Next<Kind, Name> => ({
  next: 'park',
  graph: place.graph,
  step: place.name,
  payload: payload ?? {},
  details,
  ...parking,
})

/** A child that begins at that place of its own graph, for the `start` of a coordinator. */
export const startAt = <const Kind extends string, const Name extends string, Schema extends TObject>(
  place: StepTarget<Kind, Name, Schema>,
  subjectId: string,
  ...[payload, more = {}]: PayloadArguments<Schema, Pick<ChildStart, 'number'>>
): ChildStart => ({ kind: place.graph, subjectId, first: place.name, payload: payload ?? {}, ...more })
