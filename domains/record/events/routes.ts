import listEvents from './operations/list-events.ts'
import listProjectTimeline from './operations/list-project-timeline.ts'
import streamEvents from './operations/stream-events.ts'

export default () => ({ listEvents, listProjectTimeline, streamEvents })
