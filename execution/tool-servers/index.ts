export { connectProgram, connectRemote } from './connect.ts'
export type { LeftOutTool } from './fitting-answers.ts'
export type { StdioCommand } from './stdio-transport.ts'
export { type ServerTool, type ToolAnswer, type ToolServer, ToolServerError } from './tool-server.ts'
