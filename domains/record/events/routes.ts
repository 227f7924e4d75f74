import listEvents from './operations/list-events.ts'
import streamEvents from './operations/stream-events.ts'

export default () => ({ listEvents, streamEvents })
