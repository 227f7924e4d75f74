export interface PlanItem {
  readonly step: string
  readonly status: 'pending' | 'in_progress' | 'completed'
}

const marks = { pending: '[ ]', in_progress: '[>]', completed: '[x]' } as const

/** The plan as lines: done, in progress, left. */
export const planText = (plan: readonly PlanItem[]): string =>
  plan.map(({ step, status }) => `${marks[status]} ${step}`).join('\n')
