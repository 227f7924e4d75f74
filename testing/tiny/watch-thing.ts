import { Type } from 'typebox'
import { contract, events, operation, to } from '../../platform/contract/index.ts'

/** A stream that speaks when a test says so. */
export const { watchThing } = contract({
  watchThing: operation({
    method: 'GET',
    path: '/v1/api/watched',
    reach: 'call',
    summary: 'Watch a thing',
    access: to('participant'),
    effect: 'outside',
    replies: { 200: events({ events: { tick: Type.Object({}), keepalive: Type.Object({}) }, resumes: false }) },
    audit: { refusals: 'thing.watch' },
  }),
})
