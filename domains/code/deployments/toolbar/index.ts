export { hasToolbar } from './has-toolbar.ts'
export { toolbarFramePath, toolbarPage } from './toolbar-page.ts'
export { readToolbarToken, toolbarTokenOf, type ToolbarVisitor } from './toolbar-token.ts'
