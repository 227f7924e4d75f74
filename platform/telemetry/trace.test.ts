import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currentTrace, nextTrace, receivedTrace, traceHeaders, withinTrace, withoutTrace } from './trace.ts'

const traceId = 'ab'.repeat(16)
const spanId = 'cd'.repeat(8)

describe('an incoming trace', () => {
  test('is continued where traceparent is valid', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{32}$/), fc.stringMatching(/^[0-9a-f]{16}$/), (trace, span) => {
        fc.pre(!/^0+$/.test(trace) && !/^0+$/.test(span))
        expect(receivedTrace(`00-${trace}-${span}-01`, undefined)).toEqual({
          traceId: trace,
          spanId: span,
          sampled: true,
        })
        expect(receivedTrace(`cc-${trace}-${span}-02-what-comes-later`, undefined)).toMatchObject({ sampled: false })
      }),
    )
  })

  test.each([
    undefined,
    '',
    'nonsense',
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-01-more`,
    `ff-${traceId}-${spanId}-01`,
    `0-${traceId}-${spanId}-01`,
    [`00-${traceId}-${spanId}-01`],
  ])('is not continued where traceparent is %j', (header) => {
    expect(receivedTrace(header, 'a=1')).toBeUndefined()
  })

  test.each([
    ['vendor=abc,other=1', 'vendor=abc,other=1'],
    ['a'.repeat(513), undefined],
    ['line\nbreak', undefined],
    ['', undefined],
  ])('has the tracestate %j', (header, state) => {
    expect(receivedTrace(`00-${traceId}-${spanId}-01`, header)?.state).toBe(state)
  })
})

test('an outgoing trace has its own span id and an unchanged tracestate', () => {
  const received = receivedTrace(`00-${traceId}-${spanId}-01`, 'vendor=abc')
  const headers = traceHeaders(nextTrace(received))
  expect(headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
  expect(headers.traceparent).not.toContain(spanId)
  expect(headers.tracestate).toBe('vendor=abc')
  expect(receivedTrace(traceHeaders(nextTrace(undefined)).traceparent, undefined)?.sampled).toBe(false)
  expect(traceHeaders(undefined)).toEqual({})
})

test('a trace follows the work, and not tasks that outlive it', async () => {
  const trace = nextTrace(undefined)
  const seen = await withinTrace(trace, async () => {
    await Promise.resolve()
    return [currentTrace(), withoutTrace(() => currentTrace())]
  })
  expect(seen).toEqual([trace, undefined])
  expect(currentTrace()).toBeUndefined()
})
