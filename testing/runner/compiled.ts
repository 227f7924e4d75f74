/** Environment for the product's programs that tests start: Node keeps what it compiled, as it does for those of bin/. */
export { threadEnvironment as compiled } from '../../platform/threads/index.ts'
