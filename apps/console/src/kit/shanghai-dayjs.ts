import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn.js';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);
// antd takes "now", and the day that its calendars mark, from `tz()` where there is one: Shanghai's, whatever zone the browser is in.
dayjs.tz.setDefault('Asia/Shanghai');

export { dayjs };
