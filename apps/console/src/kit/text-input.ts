import AntInput from 'antd/es/input/Input';

/** antd's line of text by itself, for filters: `Input` from antd brings text area, password and code fields along, 10 kB. */
export const TextInput = AntInput;
