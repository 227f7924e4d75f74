export { judgePlay } from './hand-over.ts'
export { openReach } from './reach.ts'
export { sendByHand } from './send-by-hand.ts'
