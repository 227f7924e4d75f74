import addLineComment from './operations/add-line-comment.ts'
import deleteLineComment from './operations/delete-line-comment.ts'
import listLineComments from './operations/list-line-comments.ts'

export default () => ({ listLineComments, addLineComment, deleteLineComment })
