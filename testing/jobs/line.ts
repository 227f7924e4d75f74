import { setTimeout as delay } from 'node:timers/promises'
import { type CommitContext, type EffectContext, failRun, finish, step } from '../../platform/jobs/step.ts'
import { goTo, park } from './plain-steps.ts'
import { workflow } from '../../platform/jobs/workflow.ts'
import { mark } from './world.ts'

/** Where a process dies, freezes or waits, once: at the first attempt at step `second`. */
export interface Payload {
  readonly at?: 'before the effect' | 'in the effect' | 'before the commit' | 'in the commit' | 'after the commit'
  readonly always?: boolean
  /** How long the effect of `second` takes. */
  readonly takesMs?: number
}

type Trap = (at: Payload['at'], context: { signal?: AbortSignal }) => Promise<void> | void

const payload = (stored: Record<string, unknown>) => stored as Payload

/** Three steps that leave marks, and a trap in the second. */
export const lineWith = (trap: Trap) => {
  const fall = async (
    here: Payload['at'],
    { step: { payload, attempt }, ...context }: EffectContext<Payload> | CommitContext<Payload>,
  ) => {
    if (payload.at === here && (attempt === 1 || payload.always)) await trap(here, context as { signal?: AbortSignal })
  }
  return workflow('line', {
    reconcile: (context) => context.write((tx) => mark(tx, `reconcile ${context.step.name}`)),
    ended: ({ tx }, end) => mark(tx, `ended ${end.status}`),
    cancelled: step('clean up', {
      effect: (context) => context.write((tx) => mark(tx, 'effect clean up')),
      commit: async ({ tx }) => {
        await mark(tx, 'commit clean up')
        return finish()
      },
    }),
    steps: [
      step('first', {
        payload,
        effect: async (context) => context.write((tx) => mark(tx, 'effect first')),
        commit: async ({ tx, step: { payload } }) => {
          await mark(tx, 'commit first')
          return goTo('second', payload)
        },
      }),
      step('second', {
        payload,
        effect: async (context) => {
          await fall('before the effect', context)
          await context.write((tx) => mark(tx, `effect second ${context.key}`))
          await delay(context.step.payload.takesMs ?? 0)
          await fall('in the effect', context)
          return context.step.attempt
        },
        commit: async (context, attempt) => {
          await fall('before the commit', context)
          await mark(context.tx, `commit second by attempt ${attempt}`)
          await fall('in the commit', context)
          context.tx.afterCommit(() => void fall('after the commit', context).catch(() => undefined))
          return goTo('third')
        },
        failed: async ({ tx }, { message }) => {
          await mark(tx, 'failed second')
          return failRun({ message })
        },
      }),
      step('third', {
        commit: async ({ tx }) => {
          await mark(tx, 'commit third')
          return finish({ all: 'done' })
        },
      }),
      step('ask', {
        commit: () => park({ kind: 'person', labels: ['answer', 'skip'], step: 'third', details: { title: 'Go on?' } }),
      }),
    ],
  })
}
