export { allowsSharing, findShownByToolbar, hasToolbar, isOpenShare } from './shown-by-toolbar.ts'
export { toolbarFramePath, toolbarPage } from './toolbar-page.ts'
export { workspaceOfToolbar, readToolbarToken, toolbarTokenOf, type ToolbarVisitor } from './workspace-of-toolbar.ts'
