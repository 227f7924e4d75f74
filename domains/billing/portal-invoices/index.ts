export { reachSeated } from './reach.ts'
