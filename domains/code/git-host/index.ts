export { checkPush, type CheckedPush, type CheckPushParts } from './check-push.ts'
