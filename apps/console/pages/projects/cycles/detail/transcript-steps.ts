import type { Reply } from '../../../../../../platform/client/index.ts'
import type { getCycleTranscript } from '../../../../../../domains/delivery/transcripts/contract.ts'

type TranscriptEntry = Reply<typeof getCycleTranscript>[number]

const toolActions = ['ran', 'read', 'edited', 'searched', 'questioned', 'used'] as const
type ToolAction = (typeof toolActions)[number]

/** One thing that an agent did, with its answer. */
export interface Step {
  readonly key: string
  readonly kind: ToolAction | 'heard' | 'said' | 'thought' | 'began' | 'ended' | 'asked'
  readonly at: string
  /** The words, the input of a tool, or the number of a further attempt. */
  readonly text: string
  readonly output?: string
  readonly ok?: boolean
  readonly outcome?: string
  readonly tookMs?: number
}

const tools: Readonly<Record<string, ToolAction>> = {
  run: 'ran',
  read: 'read',
  list: 'read',
  find: 'searched',
  search: 'searched',
  edit: 'edited',
  write: 'edited',
  apply_patch: 'edited',
  ask_person: 'questioned',
}

/** True for a call of a tool without a result. */
export const isUnderWay = (step: Step): step is Step & { readonly kind: ToolAction } =>
  step.tookMs === undefined && step.ok === undefined && toolActions.some((one) => one === step.kind)

/** The action of a native harness's tool; `used` for any other tool. */
export const toolAction = (tool: string | null): ToolAction => tools[tool ?? ''] ?? 'used'

const spoken = { message: 'said', thought: 'thought' } as const

/** The record of an agent as steps: a call and its result are one step, and counts of tokens are left out. */
export const stepsOf = (record: readonly TranscriptEntry[]): Step[] => {
  const results = new Map(record.flatMap((one) => (one.kind === 'tool_result' ? [[callKey(one), one] as const] : [])))
  const steps = record.flatMap((one): Step[] => {
    const begun = { key: [one.runId, one.seq, one.attempt, one.position].join(' '), at: one.at }
    switch (one.kind) {
      case 'message':
      case 'thought':
        return [{ ...begun, kind: spoken[one.kind], text: one.text ?? '' }]
      case 'tool_call':
        // Its reason is the message before it, and the end says that the agent gave up.
        return one.tool === 'give_up' ? [] : [callStep(begun, one, results.get(callKey(one)))]
      case 'web_request':
        return [{ ...begun, kind: 'asked', text: one.text ?? '' }]
      case 'tool_server':
        return one.ok ? [] : [{ ...begun, kind: 'used', text: `${one.tool} ${one.text ?? ''}`, ok: false }]
      case 'heard':
        return [{ ...begun, kind: 'heard', text: String(one.messageIds?.length ?? '') }]
      case 'started':
        return [{ ...begun, kind: 'began', text: one.attempt > 1 ? String(one.attempt) : '' }]
      case 'finished':
        return [{ ...begun, kind: 'ended', text: '', ...(one.outcome !== null && { outcome: one.outcome }) }]
      case 'tool_result':
      case 'usage':
        return []
    }
  })
  return steps.map((step, at) => withoutOutput(step, steps[at - 1]?.output))
}

/** More edits in a row than this are folded. */
const editsShown = 3

type StepGroup = readonly [Step, ...Step[]]

/** Steps as groups: edits in a row that succeeded are one group if they are many, and each other step is one alone. */
export const groupsOf = (steps: readonly Step[]): readonly StepGroup[] => {
  const runs: [Step, ...Step[]][] = []
  for (const step of steps) {
    const run = runs.at(-1)
    if (run && isEdited(run[0]) && isEdited(step)) run.push(step)
    else runs.push([step])
  }
  return runs.flatMap((run): readonly StepGroup[] => (run.length > editsShown ? [run] : run.map((step) => [step])))
}

const isEdited = (step: Step) => step.kind === 'edited' && step.ok !== false && !isUnderWay(step)

/** The most characters by which a repeated output is recognized. */
const repeatedMost = 200

/** A message without the output of the step before it, which is shown there. */
const withoutOutput = (step: Step, output: string | undefined): Step => {
  const at = step.kind === 'said' && output ? step.text.indexOf(output.trim().slice(0, repeatedMost)) : -1
  return at > 0 ? { ...step, text: step.text.slice(0, at).trimEnd() } : step
}

const callKey = ({ runId, seq, attempt, callId }: TranscriptEntry) => [runId, seq, attempt, callId].join(' ')

const callStep = (
  begun: Pick<Step, 'key' | 'at'>,
  { tool, input }: TranscriptEntry,
  result: TranscriptEntry | undefined,
): Step => {
  const kind = toolAction(tool)
  const text = kind === 'used' ? `${tool} ${input ?? ''}` : (input ?? '')
  if (!result) return { ...begun, kind, text }
  return {
    ...begun,
    kind,
    text,
    tookMs: Date.parse(result.at) - Date.parse(begun.at),
    ...(result.ok !== null && { ok: result.ok }),
    // Files are in the repository and the change; the output of a command is nowhere else.
    ...((kind === 'ran' || result.ok === false) && result.text?.trim() && { output: result.text }),
  }
}
