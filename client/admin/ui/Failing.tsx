import { Component, type ReactNode } from 'react'
import { Button } from './buttons.tsx'

/** An error boundary: a screen that fails must not take the others with it, and what is typed in them. */
export class Failing extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="failing message" role="alert">
        <h2>页面没有加载成功</h2>
        <p>可能是网络中断，或系统刚刚更新。请先保存还没有保存的内容，再刷新页面。</p>
        <Button kind="primary" onClick={() => location.reload()}>
          刷新页面
        </Button>
      </div>
    )
  }
}
