import { testDrawing } from '../../engines/drawn.ts'
import { firefox } from '../../engines/firefoxEngine.ts'
import { webkit } from '../../engines/webkitEngine.ts'

testDrawing([firefox, webkit])
