import listEvents from './operations/list-events.ts'

export default () => ({ listEvents })
