import { ToolRefusal } from '../refusal.ts'
import { type PlanItem, planText } from './plan-items.ts'
import { tool, type Workshop } from './tool.ts'

const itemsMax = 50

export const planTool = (shop: Workshop) =>
  tool<{ items: { step: string; status?: PlanItem['status'] }[] }>(
    'Write down the plan of the work, whole each time: its steps, and how far each is. People see it, and it is kept when older parts of the conversation are summarised. Use it for work of more than three steps.',
    {
      items: {
        type: 'array',
        required: true,
        aliases: ['plan', 'todos', 'steps'],
        items: {
          step: { type: 'string', required: true, aliases: ['content', 'text', 'title', 'task'] },
          status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
        },
      },
    },
    ({ items }) => {
      if (items.length > itemsMax) throw new ToolRefusal(`A plan has at most ${itemsMax} steps.`)
      const plan = items.map(({ step, status = 'pending' }) => ({ step: step.slice(0, 500), status }))
      if (plan.filter(({ status }) => status === 'in_progress').length > 1)
        throw new ToolRefusal('At most one step of a plan is in progress.')
      shop.plan = plan
      return `Kept.\n${planText(plan)}`
    },
  )
