import { expect, test } from 'vitest'
import { questions } from './probe-questions.ts'
import type { ShapeName } from './shapes/index.ts'

test.each(Object.keys(questions) as ShapeName[])(
  'a question of the shape %s has a tool where it may have one, and asks for a stream where it may be streamed',
  (shape) => {
    for (const streams of [true, false])
      for (const tools of [true, false]) {
        const request = questions[shape].request('Rules', { streams, tools })
        const hasTool = JSON.stringify(request).includes('"name":"say_word"')
        expect([hasTool, 'stream' in request && request.stream]).toEqual([tools, streams])
      }
  },
)
