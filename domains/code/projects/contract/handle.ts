import { Type } from 'typebox'

export const ProjectHandle = Type.String({
  pattern: '^[A-Z]{2,4}$',
  description: 'A few letters of its name, with which the handles of its cycles and tasks begin. It never changes.',
  examples: ['HAR'],
})

export const Handle = Type.String({
  pattern: '^[A-Z]{2,4}-[1-9][0-9]*$',
  description: 'A short name for speech: the letters of its project and a number. It never changes.',
  examples: ['HAR-12'],
})
