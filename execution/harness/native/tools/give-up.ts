import { tool } from './tool.ts'

export const giveUpTool = () =>
  tool<{ reason?: string }>(
    'End without completing the task, when it cannot be done: say what stands in the way. An honest end is better than a change that only looks right.',
    { reason: { type: 'string', aliases: ['message', 'why'] } },
    () => 'Noted.',
  )
