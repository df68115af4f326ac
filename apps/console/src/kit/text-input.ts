import AntInput from 'antd/es/input/Input';

/** antd's line of text by itself, for lists and forms: `Input` from antd brings text area, password and code fields along, 8 kB. */
export const TextInput = AntInput;
