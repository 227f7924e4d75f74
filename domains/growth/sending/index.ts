export { judgePlay } from './judge-play.ts'
export { openReach } from './reach.ts'
export { sendByHand } from './send-by-hand.ts'
