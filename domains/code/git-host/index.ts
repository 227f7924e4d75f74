export { checkPush, writeBundle, type CheckedPush, type CheckPushParts } from './check-push.ts'
