/** Shown in the overview of keys. Ctrl means ⌘ on a Mac; 、 separates keys that do the same or the opposite. */
export interface Key {
  keys: string
  does: string
  /** Only who edits records has a use for it. */
  edits?: true
}

export const listKeys: readonly Key[] = [
  { keys: '/', does: '转到第一个搜索框' },
  { keys: '↑、↓', does: '在列表中上下移动' },
  { keys: 'Home、End', does: '到本页第一行、最后一行' },
  { keys: 'Enter', does: '编辑这一行（产品、新闻、轮播图）', edits: true },
  { keys: '空格', does: '选中或取消选中这一行', edits: true },
  { keys: 'Alt+↑、Alt+↓', does: '在序号前的圆点上：上移、下移一个产品（“产品位置”选了一个分类时）', edits: true },
]

export const onMac = /Mac|iP(hone|ad)/.test(globalThis.navigator?.platform ?? '')

export const globalKeys: readonly Key[] = [
  { keys: 'Ctrl+K', does: '搜索或跳转（在正文里是插入链接）' },
  { keys: '?', does: '查看所有快捷键' },
  { keys: 'Esc', does: '关闭窗口或菜单' },
  { keys: 'Ctrl+Z', does: '提示里有“撤销”时：撤销（不在输入框里）' },
  { keys: 'Shift+F10', does: '在标签上：打开标签的菜单' },
  { keys: 'Delete', does: '在标签上：关闭标签' },
]

export const formKeys: readonly Key[] = [
  { keys: 'Ctrl+S', does: '保存；产品、新闻、轮播图保存为草稿' },
  { keys: 'Enter', does: '从一个单行的输入框到下一项，不会保存' },
  { keys: 'Esc', does: '关闭表单，有未保存的修改时会先询问' },
  { keys: 'Alt+↑、Alt+↓', does: '网站设置的列表里：上移、下移一项' },
]

export const editorKeys: readonly Key[] = [
  { keys: 'Ctrl+B、Ctrl+I、Ctrl+U', does: '加粗、斜体、下划线' },
  { keys: 'Ctrl+K', does: '链接' },
  { keys: 'Ctrl+Z、Ctrl+Y、Ctrl+Shift+Z', does: '撤销、重做' },
  { keys: 'Ctrl+Shift+V', does: '粘贴纯文字' },
  { keys: 'Tab、Shift+Tab', does: '列表里缩进、退回；表格里到下一格、上一格' },
  { keys: 'Shift+Enter', does: '在同一段里换行' },
  { keys: 'Alt+F10', does: '到格式按钮，按Esc回到正文' },
  { keys: 'Esc、Tab', does: '先后按：从列表或表格里离开正文' },
]
